import type { CpuProfile } from './watched-page.ts';

/** A task of the main thread, in milliseconds of processor time: waiting for a processor does not count. */
export interface TaskShares {
  /** Milliseconds from its start to its end, with waiting. */
  readonly duration: number;
  readonly processor: number;
  /** Of the processor time, by samples of the stack: scripts of the console with its libraries, such as React. */
  readonly console: number;
  /** The map engine, which includes drawing in software. */
  readonly map: number;
  /** Garbage collection. */
  readonly collector: number;
  /** Without a script: style, layout and painting. */
  readonly other: number;
  /** The function of the console that was most often on top of the stack. */
  readonly top: string;
}

/** An event of a trace of Chromium (Trace Event Format), times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Milliseconds of processor time: shorter tasks are left out. */
const MIN_PROCESSOR = 10;

/**
 * The longer tasks of the page's main thread with what ran in them.
 *
 * @param trace JSON of the trace category `toplevel`
 */
export function sharesOfTasks(trace: string, profile: CpuProfile): readonly TaskShares[] {
  const events: readonly TraceEvent[] = JSON.parse(trace).traceEvents;
  const samples = timedSamples(profile);
  const ownerOf = findOwners(profile);
  const names = new Map(
    profile.nodes.map(({ id, callFrame }) => [id, `${callFrame.functionName} ${fileOf(callFrame.url)}`]),
  );
  const end = samples.at(-1)?.at ?? 0;
  return mainThreadTasks(events).flatMap(({ ts, dur = 0, tdur = 0 }): readonly TaskShares[] => {
    // The start and the end of the profiler.
    if (ts < profile.startTime || ts + dur > end) return [];
    const shares: Record<Owner, number> = { console: 0, map: 0, collector: 0, other: 0 };
    const tops = new Map<string, number>();
    let sampled = 0;
    for (const { at, length, node } of samples) {
      if (at < ts || at >= ts + dur) continue;
      const owner = ownerOf(node);
      shares[owner] += length;
      sampled += length;
      if (owner === 'console')
        tops.set(names.get(node) ?? '', (tops.get(names.get(node) ?? '') ?? 0) + length);
    }
    if (sampled === 0) return [];
    const processor = tdur / 1_000;
    const part = (owner: Owner) => (processor * shares[owner]) / sampled;
    const top = [...tops].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
    return [
      {
        ...{ duration: dur / 1_000, processor, top },
        ...{ console: part('console'), map: part('map') },
        ...{ collector: part('collector'), other: part('other') },
      },
    ];
  });
}

/** The tasks of the renderer that was the busiest: there is only one page besides spare renderers. */
function mainThreadTasks(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && main.has(`${pid} ${tid}`),
  );
  const byProcess = Map.groupBy(tasks, ({ pid }) => pid);
  const busy = (list: readonly TraceEvent[]) => list.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  const [busiest = []] = [...byProcess.values()].toSorted((one, other) => busy(other) - busy(one));
  return busiest.filter(({ tdur = 0 }) => tdur >= MIN_PROCESSOR * 1_000);
}

type Owner = 'console' | 'map' | 'collector' | 'other';

/** The script of the build that contains the map engine. */
const MAP_SCRIPT = /\/map-engine-/;

function fileOf(url: string): string {
  return url.split('/').at(-1) ?? '';
}

/** Samples with the microseconds at which they were taken and those until the next one. */
function timedSamples({ startTime, samples = [], timeDeltas = [] }: CpuProfile) {
  let at = startTime;
  return samples.map((node, index) => {
    at += timeDeltas[index] ?? 0;
    return { node, at, length: timeDeltas[index + 1] ?? 0 };
  });
}

/** The owner of each node of the call tree: that of its script; functions of the browser belong to their caller. */
function findOwners({ nodes }: CpuProfile): (node: number) => Owner {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const owners = new Map<number, Owner>();
  const visit = (id: number, caller: Owner): void => {
    const node = byId.get(id);
    if (node === undefined) return;
    const { functionName, url } = node.callFrame;
    const owner: Owner =
      functionName === '(garbage collector)'
        ? 'collector'
        : url === ''
          ? caller
          : MAP_SCRIPT.test(url)
            ? 'map'
            : 'console';
    owners.set(id, owner);
    for (const child of node.children ?? []) visit(child, owner);
  };
  const [root] = nodes;
  if (root !== undefined) visit(root.id, 'other');
  return (node) => owners.get(node) ?? 'other';
}
