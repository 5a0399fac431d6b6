"""Policies that learn by playing against themselves. PyTorch is imported here and nowhere else.

lesson      the settings; the only file that does without PyTorch
course      the way of a policy through its rounds, with tests and a brain at the end
exams       tests on the way, on deals that no training sees
learner     the networks, the tables and their players, and one round after the other
improving   learning from a round
rounds      playing a round
seating     who sits where
on_card     a policy on mixed seats, on the graphics card
networks    the two networks
first_layer their first layer on a processor, in kernels
"""
