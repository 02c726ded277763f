import { createHash, randomInt } from 'node:crypto';
import { type HttpPeer, type PeerRequest, type PeerResponse, serveHttp } from './http-peer.ts';

/** A customer service message that the simulated service has delivered. */
export interface WechatDelivery {
  readonly openId: string;
  readonly text: string;
}

export interface WechatServiceOptions {
  readonly appId: string;
  readonly appSecret: string;
  readonly now: () => number;
  readonly onMessage: (message: WechatDelivery) => void;
}

/** Of WeChat: 48 hours, and the number of messages after one of the user. */
const WINDOW_MS = 48 * 3_600_000;
const MAX_MESSAGES = 20;
const TOKEN_SECONDS = 7_200;
const OK = { errcode: 0, errmsg: 'ok' };

export interface WechatService extends HttpPeer {
  /** Ends the access token, as WeChat does at any time. */
  endToken(): void;
  /** Notes that a user wrote: messages to them are accepted from now on. */
  noteWritten(openId: string): void;
}

/** A simulated service of WeChat: `stable_token` and customer service messages with their limits. */
export async function serveWechat(host: string, options: WechatServiceOptions): Promise<WechatService> {
  const { appId, appSecret, now, onMessage } = options;
  const users = new Map<string, { writtenAt: number; count: number }>();
  let generation = 1;
  const tokenOf = () => `token-${generation}`;

  function giveToken({ body }: PeerRequest): object {
    const { appid, secret, force_refresh: isForced } = readJson(body);
    if (appid !== appId) return { errcode: 40013, errmsg: 'invalid appid' };
    if (secret !== appSecret) return { errcode: 40125, errmsg: 'invalid appsecret' };
    if (isForced === true) generation += 1;
    return { access_token: tokenOf(), expires_in: TOKEN_SECONDS };
  }

  function deliver({ url, body }: PeerRequest): object {
    if (url.searchParams.get('access_token') !== tokenOf())
      return { errcode: 42001, errmsg: 'access_token expired' };
    const { touser, msgtype, text } = readJson(body);
    const content = Object(text).content;
    const user = users.get(String(touser));
    if (user === undefined || now() - user.writtenAt > WINDOW_MS)
      return { errcode: 45015, errmsg: 'response out of time limit or subscription is canceled' };
    if (user.count >= MAX_MESSAGES) return { errcode: 45047, errmsg: 'out of response count limit' };
    if (msgtype !== 'text' || typeof content !== 'string' || content === '')
      return { errcode: 44004, errmsg: 'empty content' };
    if (Buffer.byteLength(content) > 2_048) return { errcode: 45002, errmsg: 'content size out of limit' };
    user.count += 1;
    onMessage({ openId: String(touser), text: content });
    return OK;
  }

  const peer = await serveHttp(host, (request): PeerResponse => {
    if (request.method !== 'POST') return { status: 404, body: {} };
    switch (request.url.pathname) {
      case '/cgi-bin/stable_token':
        return { status: 200, body: giveToken(request) };
      case '/cgi-bin/message/custom/send':
        return { status: 200, body: deliver(request) };
      default:
        return { status: 404, body: {} };
    }
  });
  return {
    ...peer,
    endToken() {
      generation += 1;
    },
    noteWritten: (openId) => users.set(openId, { writtenAt: now(), count: 0 }),
  };
}

function readJson(body: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}

export interface WechatPush {
  /** Address to which WeChat delivers, with the path. */
  readonly url: string;
  readonly token: string;
  readonly openId: string;
  readonly text: string;
  /** Of the message: unique. */
  readonly msgId: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Posts what a user wrote to a server, as WeChat does in its plain mode. Resolves to the response. */
export async function pushWechat({ url, token, openId, text, msgId, now }: WechatPush): Promise<string> {
  const timestamp = String(Math.floor(now / 1_000));
  const nonce = String(randomInt(1_000_000_000));
  const signature = createHash('sha1').update([token, timestamp, nonce].sort().join('')).digest('hex');
  const query = new URLSearchParams({ signature, timestamp, nonce, openid: openId });
  const escaped = text.replaceAll(']]>', ']]]]><![CDATA[>');
  const response = await fetch(`${url}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body:
      `<xml><ToUserName><![CDATA[gh_1]]></ToUserName><FromUserName><![CDATA[${openId}]]></FromUserName>` +
      `<CreateTime>${timestamp}</CreateTime><MsgType><![CDATA[text]]></MsgType>` +
      `<Content><![CDATA[${escaped}]]></Content><MsgId>${msgId}</MsgId></xml>`,
  });
  return response.text();
}
