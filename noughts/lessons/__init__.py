"""
Lessons: tasks as data; their right answers are computed.

A course is one TOML file with its texts in each language. The oracle, recorded searches
and the solver give the answers.
"""

from noughts.lessons.course import COURSE, Lesson, course_id, load
from noughts.lessons.tasks import Task

__all__ = ["COURSE", "Lesson", "Task", "course_id", "load"]
