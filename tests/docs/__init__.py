"""Tests of the documentation: what it names exists, its examples run, its site builds."""
