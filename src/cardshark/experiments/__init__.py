"""Papers, reproduced: what they print beside what we measure. A paper is one page of code on top of what stands here."""
