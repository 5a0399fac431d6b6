"""The tables in the words of other people's frameworks. Each adapter is imported only when it is asked for, and needs its own extra.

gymnasium   one learner and opponents: `gym.make_vec("cardshark/Hearts-v0", ...)` and `gym.make(...)`
pettingzoo  every seat is yours, in turn: `hearts_v0`, `gin_rummy_v0`
openspiel   `python_cardshark_hearts` and `python_cardshark_gin`, with chance card by card and worlds that agree with what was seen

learner     one learner at many tables, in no framework's words
referee     one match, carried out and shown to every seat
course      one match whose chance is decided from outside
hearts      what only Hearts knows of that
gin         what only gin rummy knows of that
settings    what people may ask for, and the sentence for an extra that is missing
"""
