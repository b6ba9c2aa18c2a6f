"""Measurements behind figures that the code and the decisions quote; run by hand."""
