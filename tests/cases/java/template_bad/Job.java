package ${package}; // expect-diagnostic: a template

public class Job {
}
