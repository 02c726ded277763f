import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of a thread so far, seconds. */
export interface ThreadTime {
  readonly name: string;
  readonly seconds: number;
}

/** The threads of a process by their number; the one with the number of the process is its main thread. Empty where there is no /proc. */
export function threadTimes(pid: number): Map<number, ThreadTime> {
  const times = new Map<number, ThreadTime>();
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const text = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
      // Fields 14 and 15 are user and system time in ticks of 10 ms (proc(5)).
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      times.set(Number(thread), { name, seconds: (Number(fields[11]) + Number(fields[12])) / 100 });
    }
  } catch {
    // It has exited, or this is not Linux.
  }
  return times;
}
