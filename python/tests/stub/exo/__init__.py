"""Stands for Exo where it is not installed: procedures that are already made, as objects of Exo's IR.

The names of classes and attributes are those of exo-lang 1.0; test_deadheat.py compares what the package writes for
these procedures with what it writes for the same ones of the real Exo.
"""
