import type { Language } from '@wakeline/contract/entities/user-config';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { FastifyBaseLogger, FastifyError } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Routes } from '../../http/routes.ts';
import { readContactLanguage } from '../account-language.ts';
import { receiveFromPeer } from '../receive/receive-from-peer.ts';
import type { WechatAccount } from '../wechat/account.ts';
import { bindWechatUser } from '../wechat/bind-user.ts';
import { encryptWechat } from '../wechat/encryption.ts';
import { writeWechatXml, type XmlFields } from '../wechat/message-xml.ts';
import {
  openMessage,
  readQuery,
  verifyRequest,
  type WechatQuery,
  WINDOW_MS,
} from '../wechat/open-request.ts';
import { createReplays } from '../wechat/replays.ts';
import { replyText, type WechatOutcome } from '../wechat/reply-texts.ts';
import { signWechat } from '../wechat/signature.ts';

const MAX_BODY_BYTES = 65_536;
const OPEN_ID = /^[\w-]{1,64}$/;
const MSG_ID = /^\d{1,20}$/;

export interface WechatRouteOptions {
  readonly account: WechatAccount;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly gateways: ReadonlySet<MessageGateway>;
  readonly count: (outcome: string) => void;
}

/**
 * Serves `{prefix}/wechat`, to which WeChat delivers what users write to the official account (docs/operating/wechat.md).
 */
export function serveWechat({ account, db, clock, log, gateways, count }: WechatRouteOptions): Routes {
  return async (fastify, { prefix, checkRate, refuse }) => {
    const replays = createReplays(2 * WINDOW_MS);
    await fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      // WeChat reads the status, not the named failures of operations.
      scope.setErrorHandler<FastifyError>((error, _request, reply) => {
        if (error.statusCode === undefined) log.error({ err: error }, 'a request of WeChat failed');
        count(error.statusCode === 413 ? 'too-large' : 'failed');
        return reply.code(error.statusCode ?? 503).send();
      });
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_, body, done) =>
        done(null, body),
      );

      scope.addHook('preHandler', async (request, reply) => {
        const query = readQuery(request.query);
        const failure = query === null ? 'malformed' : verifyRequest(account, query, clock.now());
        if (failure === null) return;
        count(failure);
        // Only failed requests count: WeChat delivers the messages of all users from few addresses.
        await checkRate(request).catch((error: unknown) => refuse(error, request, reply, null));
        if (!reply.sent) await reply.code(failure === 'malformed' ? 400 : 403).send();
      });

      scope.get(`${prefix}/wechat`, async (request, reply) => {
        const { echostr } = Object(request.query) as Record<string, unknown>;
        const isUsable = typeof echostr === 'string' && /^[\w-]{1,128}$/.test(echostr);
        return reply
          .code(isUsable ? 200 : 400)
          .type('text/plain')
          .send(isUsable ? echostr : '');
      });

      scope.post(`${prefix}/wechat`, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
        const query = readQuery(request.query);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const message = query === null ? 'malformed' : openMessage(account, query, body.toString('utf8'));
        if (query === null || typeof message === 'string') {
          count(String(message));
          return reply.code(message === 'forged' ? 403 : 400).send();
        }
        const known = replays.find(query.nonce, body);
        if (known === 'replayed') {
          count(known);
          return reply.code(403).send();
        }
        const now = clock.now();
        const { outcome, response } = await respond(message, now, query, known === 'repeated');
        replays.add(query.nonce, body, now);
        count(outcome);
        return reply.type(response.startsWith('<') ? 'text/xml' : 'text/plain').send(response);
      });
    });
  };

  async function respond(message: XmlFields, now: number, query: WechatQuery, isRepeated: boolean) {
    const openId = message.get('FromUserName') ?? '';
    const receiver = message.get('ToUserName') ?? '';
    const type = message.get('MsgType') ?? '';
    if (isRepeated) return { outcome: 'duplicate', response: 'success' };
    // Events such as a subscription have no text.
    if (type === 'event' || !OPEN_ID.test(openId)) return { outcome: 'ignored', response: 'success' };
    const { outcome, language } = await db.transaction().execute((tx) => take(tx, openId, message, now));
    const text = replyText(outcome, language);
    if (text === null) return { outcome, response: 'success' };
    const reply = writeWechatXml({
      ToUserName: openId,
      FromUserName: receiver,
      CreateTime: Math.floor(now / 1_000),
      MsgType: 'text',
      Content: text,
    });
    return { outcome, response: seal(reply, query) };
  }

  async function take(
    tx: Tx,
    openId: string,
    message: XmlFields,
    now: number,
  ): Promise<{ readonly outcome: WechatOutcome; readonly language: Language }> {
    const text = message.get('MsgType') === 'text' ? message.get('Content') : message.get('Recognition');
    const msgId = message.get('MsgId') ?? '';
    if (text === undefined || !MSG_ID.test(msgId))
      return { outcome: 'unsupported', language: await readContactLanguage(tx, 'wechat', openId) };
    const bound = await bindWechatUser(tx, openId, text, now);
    if (bound !== null) return bound;
    const { outcome } = await receiveFromPeer(tx, gateways, {
      kind: 'wechat',
      address: openId,
      key: `wechat ${msgId}`,
      raw: Buffer.from(text),
      text,
      receivedAt: now,
      replyToken: null,
      card: null,
    });
    return { outcome, language: await readContactLanguage(tx, 'wechat', openId) };
  }

  /** Encrypts a response if requests are encrypted. */
  function seal(xml: string, { timestamp, nonce }: WechatQuery): string {
    const { aesKey, appId, token } = account;
    if (aesKey === null) return xml;
    const encrypted = encryptWechat(aesKey, appId, xml);
    return writeWechatXml({
      Encrypt: encrypted,
      MsgSignature: signWechat([token, timestamp, nonce, encrypted]),
      TimeStamp: Number(timestamp),
      Nonce: nonce,
    });
  }
}
