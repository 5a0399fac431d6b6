/* A program that plays by cardshark's line protocol, in C: cc -O2 -o engine engine.c, then exec:./engine
   It plays the lowest card it may, and passes and throws away the highest; at gin it chooses by the luck of the question. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank(const char *card) {
    return (int)(strchr("23456789TJQKA", card[0]) - "23456789TJQKA");
}

int main(void) {
    char line[65536], *choices[64];
    char game[16] = "", phase[16] = "", led = 0; /* the suit led to the trick on the table, 0 if I lead */
    int players = 4;
    setvbuf(stdout, NULL, _IOLBF, 0); /* every answer leaves at once */
    while (fgets(line, sizeof line, stdin)) {
        char *keyword = strtok(line, " \n");
        if (!keyword || !strcmp(keyword, "quit"))
            break;
        if (!strcmp(keyword, "cardshark"))
            puts("engine 2 Example in C");
        else if (!strcmp(keyword, "game"))
            snprintf(game, sizeof game, "%s", strtok(NULL, " \n"));
        else if (!strcmp(keyword, "rules"))
            sscanf(strtok(NULL, " \n"), "players=%d", &players);
        else if (!strcmp(keyword, "begin"))
            puts("ready");
        else if (!strcmp(keyword, "hand"))
            led = 0; /* a new position starts */
        else if (!strcmp(keyword, "phase"))
            snprintf(phase, sizeof phase, "%s", strtok(NULL, " \n"));
        else if (!strcmp(keyword, "trick")) {
            char *card = strtok(NULL, " \n"); /* who led */
            int count = 0;
            for (card = strtok(NULL, " \n"), led = card[1]; card; card = strtok(NULL, " \n"))
                count++;
            if (count == players)
                led = 0;
        } else if (!strcmp(keyword, "choose")) {
            unsigned long long luck = strtoull(strtok(NULL, " \n"), NULL, 16);
            int count = 0, best = 0;
            while (count < 64 && (choices[count] = strtok(NULL, " \n")))
                count++;
            if (strcmp(game, "hearts")) {
                puts(choices[luck % count]);
                continue;
            }
            int high = !strcmp(phase, "pass") || (led && choices[0][1] != led);
            for (int i = 1; i < count; i++)
                if (high ? rank(choices[i]) > rank(choices[best]) : rank(choices[i]) < rank(choices[best]))
                    best = i;
            puts(choices[best]);
        }
    }
    return 0;
}
