import pygame
