"""How networks learn Hearts: from hindsight (`hindsight`, whose kernel is `hindsight_kernel`), or as an apprentice of their own rollouts.

`gradient` is one step of learning, and `seats` is where brains play and learn in one kernel, without views.
"""
