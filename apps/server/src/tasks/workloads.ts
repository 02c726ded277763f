/** How much work the tasks of a kind are. Each workload has its own queue, so that large tasks never delay small ones. */
export interface WorkloadLimits {
  readonly queue: string;
  /** Tasks that a server runs at the same time. */
  readonly perServer: number;
  /** Of these, tasks of one account: fewer, so that an account never has all of them. */
  readonly perAccount: number;
}

/** The limits of a server with at least `FULL_CONNECTIONS`; `limitsFor` has those of others. */
export const WORKLOADS = {
  /** Seconds: lists and settings. */
  small: { queue: 'task-small', perServer: 2, perAccount: 1 },
  /** Up to minutes: tracks, imports, transfers. Its queue has the name that all tasks had in the past. */
  large: { queue: 'task', perServer: 3, perAccount: 2 },
  /** Nobody waits for them, and the database does most of the work. */
  erasure: { queue: 'task-erasure', perServer: 1, perAccount: 1 },
} as const satisfies Readonly<Record<string, WorkloadLimits>>;

export type Workload = keyof typeof WORKLOADS;

/** Twice the number of tasks: each uses one connection, and half of all are left to devices and consoles. */
const FULL_CONNECTIONS = 12;

/** The limits of a workload on a server with this maximum of database connections. */
export function limitsFor(workload: Workload, connections: number): WorkloadLimits {
  const { queue, perServer, perAccount } = WORKLOADS[workload];
  const share = Math.min(1, connections / FULL_CONNECTIONS);
  const running = Math.max(1, Math.floor(perServer * share));
  return { queue, perServer: running, perAccount: Math.max(1, Math.min(perAccount, running - 1)) };
}
