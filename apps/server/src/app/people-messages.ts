import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { Routes } from '../http/routes.ts';
import type { InboundSmsHandler } from '../messages/inbound-sms.ts';
import { createImapEdge } from '../satellite/edges/imap.ts';
import type { Edge } from '../satellite/edges/run-edges.ts';
import { createEmailGateway } from '../satellite/gateways/email.ts';
import { createSmsGateway } from '../satellite/gateways/sms.ts';
import { createWechatGateway } from '../satellite/gateways/wechat.ts';
import { createWeiboGateway } from '../satellite/gateways/weibo.ts';
import { serveWechat } from '../satellite/http/wechat.ts';
import type { MailHandler } from '../satellite/mail/inbound-mail.ts';
import { createPeerMailHandler } from '../satellite/mail/receive-mail.ts';
import type { Gateway } from '../satellite/queue/gateway.ts';
import { createPeerSmsHandler } from '../satellite/receive/peer-sms.ts';
import { readWrittenAt } from '../satellite/wechat/written-at.ts';
import { createPeerMessageCounter } from './metrics.ts';

export type PeopleMessagesConfig = Pick<Config, 'imap' | 'smtp' | 'sms' | 'wechat' | 'weibo'>;

interface PeopleMessages {
  readonly db: Db;
  readonly config: PeopleMessagesConfig;
  readonly clock: Clock;
}

/** The configured gateways by which messages of terminals reach people. */
export function createPeopleGateways({
  db,
  config,
  clock,
}: PeopleMessages): readonly (readonly [MessageGateway, Gateway])[] {
  const { imap, smtp, sms, wechat, weibo } = config;
  const gateways: (readonly [MessageGateway, Gateway])[] = [];
  if (sms !== null) gateways.push(['sms', createSmsGateway(sms)]);
  if (smtp !== null) gateways.push(['email', createEmailGateway(smtp, imap?.address ?? null)]);
  if (wechat !== null) {
    const options = {
      account: wechat,
      now: () => clock.now(),
      readWrittenAt: (accountId: number, openId: string) => readWrittenAt(db, accountId, openId),
    };
    gateways.push(['wechat', createWechatGateway(options)]);
  }
  if (weibo !== null) gateways.push(['weibo', createWeiboGateway(weibo)]);
  return gateways;
}

export interface PeopleReceiving extends PeopleMessages {
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
  /** All that the server has. */
  readonly gateways: ReadonlySet<MessageGateway>;
  /** Those of e-mails that are not written by people come first. */
  readonly mailHandlers: readonly MailHandler[];
}

/** The configured edges by which messages of people arrive; text messages have the edge of their own. */
export function createPeopleReceiving(options: PeopleReceiving): {
  readonly edges: readonly Edge[];
  readonly routes: readonly Routes[];
  readonly smsHandler: InboundSmsHandler;
} {
  const { db, config, clock, log, gateways, registry } = options;
  const { imap, wechat } = config;
  const counter = createPeerMessageCounter(registry);
  const edges: Edge[] = [];
  if (imap !== null) {
    const handlers = [...options.mailHandlers, createPeerMailHandler(gateways, imap.address)];
    edges.push(
      createImapEdge({
        server: imap,
        clock,
        log,
        refuse: () => counter.inc({ edge: 'email', outcome: 'malformed' }),
        async process(mail) {
          const outcome = await db.transaction().execute(async (tx) => {
            for (const handle of handlers) {
              const result = await handle(tx, mail, clock.now());
              if (result !== null) return result;
            }
            return 'ignored';
          });
          counter.inc({ edge: 'email', outcome });
        },
      }),
    );
  }
  const count = (outcome: string) => counter.inc({ edge: 'wechat', outcome });
  return {
    edges,
    routes: wechat === null ? [] : [serveWechat({ account: wechat, db, clock, log, gateways, count })],
    smsHandler: createPeerSmsHandler(gateways),
  };
}
