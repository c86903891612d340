"""
Lessons: tasks as data, their right answers computed, never typed in.

A course is one TOML file. What it asks is answered by the oracle, by recorded
searches and by the solver; what it says is in it, by language.
"""

from noughts.lessons.course import COURSE, Lesson, Task, course_id, load

__all__ = ["COURSE", "Lesson", "Task", "course_id", "load"]
