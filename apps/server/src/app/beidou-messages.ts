import type { FastifyBaseLogger } from 'fastify';
import type { Counter } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Routes } from '../http/routes.ts';
import { createBeidouMachine } from '../satellite/edges/beidou-machine/beidou-machine.ts';
import { storePush } from '../satellite/edges/beidou-operator/store-push.ts';
import { SubmittedIds } from '../satellite/edges/beidou-operator/submitted-ids.ts';
import type { Edge } from '../satellite/edges/run-edges.ts';
import { createBeidouOperator } from '../satellite/gateways/beidou-operator.ts';
import { serveBeidouPush } from '../satellite/http/serve-beidou-push.ts';
import type { Gateway } from '../satellite/queue/gateway.ts';
import type { TerminalOutcome } from '../satellite/receive/receive-from-terminal.ts';
import type { TerminalMessage } from '../satellite/receive/terminal-message.ts';

export type BeidouMessagesConfig = Pick<Config, 'beidouMachine' | 'beidouOperator' | 'beidouPush'>;

export interface BeidouMessagesOptions {
  readonly db: Db;
  readonly config: BeidouMessagesConfig;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly counter: Counter<'edge' | 'outcome'>;
  readonly receive: (tx: Tx, message: TerminalMessage) => Promise<TerminalOutcome>;
}

export interface BeidouMessages {
  readonly gateways: ReadonlyMap<'beidou-machine' | 'beidou-operator', Gateway>;
  readonly edges: readonly Edge[];
  readonly routes: readonly Routes[];
}

/** Composes the command machine and the operator's platform from the configuration. */
export function createBeidouMessages({
  db,
  config,
  clock,
  log,
  counter,
  receive,
}: BeidouMessagesOptions): BeidouMessages {
  const { beidouMachine, beidouOperator, beidouPush } = config;
  const gateways = new Map<'beidou-machine' | 'beidou-operator', Gateway>();
  const edges: Edge[] = [];
  const routes: Routes[] = [];
  const submitted = new SubmittedIds();
  const countAt = (edge: string) => (outcome: string) => counter.inc({ edge, outcome });
  if (beidouMachine !== null) {
    const count = countAt('beidou-machine');
    const machine = createBeidouMachine({ settings: beidouMachine, db, clock, log, count, receive });
    gateways.set('beidou-machine', machine.gateway);
    edges.push(machine.edge);
  }
  if (beidouOperator !== null)
    gateways.set('beidou-operator', createBeidouOperator(beidouOperator, submitted, clock));
  if (beidouPush !== null) {
    const count = countAt('beidou-push');
    const store = { db, clock, log, count, receive, submitted, ownCard: beidouPush.card };
    routes.push(
      serveBeidouPush({ settings: beidouPush, clock, log, count, store: (push) => storePush(store, push) }),
    );
  }
  return { gateways, edges, routes };
}
