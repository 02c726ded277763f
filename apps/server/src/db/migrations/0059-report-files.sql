-- All reports have one kind of task for their files; tasks that wait, and those in the lists of users, are of it.
update task set kind = 'exportReport', subject = subject || '{"report": "overview"}'
where kind = 'exportOperaOverview';
