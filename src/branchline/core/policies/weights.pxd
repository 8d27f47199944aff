cimport cython

@cython.final
cdef class Weights:
    cdef readonly double misjudge, least, turn, car, rate, ticket, wild, spend, tunnel, link, block, spread, pace, late, slack
    cdef readonly double keep, more, up, sharp, crowd, side, hoard, spare, hurry, rescue
