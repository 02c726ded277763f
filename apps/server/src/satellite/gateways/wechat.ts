import { ExternalServiceError } from '../../places/fetch-external-json.ts';
import type { ClaimedPart, Gateway, GatewayOutcome } from '../queue/gateway.ts';
import {
  AccessTokenError,
  type AccessTokens,
  callWechat,
  createAccessTokens,
  type WechatResponse,
} from '../wechat/access-token.ts';
import type { WechatAccount } from '../wechat/account.ts';
import { outcomeWithoutResponse } from './connection-failure.ts';
import { placeLines } from './place-link.ts';
import { textForPeople } from './text-for-people.ts';

/** Characters of a text: WeChat takes 2,048 bytes, a Chinese character has three. */
const MAX_TEXT = 600;
/** WeChat accepts messages to a user for 48 hours after their last one. */
const WINDOW_MS = 48 * 3_600_000;
const HOUR_MS = 3_600_000;
/** The access token is wrong or has ended. */
const TOKEN_CODES: ReadonlySet<number> = new Set([40001, 40014, 42001]);

export interface WechatGatewayOptions {
  readonly account: WechatAccount;
  readonly now: () => number;
  /** When a user last wrote, epoch milliseconds; null: never. */
  readonly readWrittenAt: (accountId: number, openId: string) => Promise<number | null>;
}

/** Messages of terminals to the users who are bound to an account, as customer service messages. */
export function createWechatGateway({ account, now, readWrittenAt }: WechatGatewayOptions): Gateway {
  const tokens = createAccessTokens(account, now);
  return {
    async send(part: ClaimedPart): Promise<GatewayOutcome> {
      const writtenAt = await readWrittenAt(part.accountId, part.receiver);
      if (writtenAt === null || now() - writtenAt > WINDOW_MS)
        return { state: 'failed', reason: 'not-allowed', detail: 'the user has not written for 48 hours' };
      const place = part.place === null ? '' : `\n${placeLines(part.place).join('\n')}`;
      const content = `${textForPeople(part, MAX_TEXT)}${place}`;
      try {
        return classify(await sendText(account, tokens, part.receiver, content));
      } catch (error) {
        return classifyError(error);
      }
    },
    async check() {
      try {
        await tokens.get(null);
        return { isWorking: true, detail: 'WeChat gave an access token; nothing was sent' };
      } catch (error) {
        return { isWorking: false, detail: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

async function sendText(
  account: WechatAccount,
  tokens: AccessTokens,
  openId: string,
  content: string,
): Promise<WechatResponse> {
  const body = { touser: openId, msgtype: 'text', text: { content } };
  const send = (token: string) =>
    callWechat(account, `/cgi-bin/message/custom/send?access_token=${encodeURIComponent(token)}`, body);
  const token = await tokens.get(null);
  const response = await send(token);
  return TOKEN_CODES.has(response.code) ? send(await tokens.get(token)) : response;
}

/** Codes of developers.weixin.qq.com, global return codes. */
function classify({ code, message }: WechatResponse): GatewayOutcome {
  const detail = `${code} ${message}`;
  switch (code) {
    case 0:
      return { state: 'accepted', providerId: null, detail: message };
    case -1:
      return { state: 'waiting', reason: 'busy', detail };
    // Too many messages since the user's last one, or on this day: either can end before the 48 hours do.
    case 45047:
    case 45009:
      return { state: 'waiting', reason: 'busy', detail, waitMs: HOUR_MS };
    // The 48 hours have passed; the user has unsubscribed.
    case 45015:
    case 43004:
      return { state: 'failed', reason: 'not-allowed', detail };
    case 40003:
      return { state: 'failed', reason: 'unknown-receiver', detail };
    case 45002:
      return { state: 'failed', reason: 'too-long', detail };
    // The official account has no right to send such messages.
    case 48001:
    case 48004:
      return { state: 'failed', reason: 'not-permitted', detail };
    default:
      return TOKEN_CODES.has(code)
        ? { state: 'waiting', reason: 'offline', detail }
        : { state: 'failed', reason: 'gateway-refused', detail };
  }
}

function classifyError(error: unknown): GatewayOutcome {
  // Without a token nothing was sent: the operator can correct the secret or the list of addresses.
  if (error instanceof AccessTokenError)
    return { state: 'waiting', reason: 'offline', detail: error.message };
  if (!(error instanceof ExternalServiceError)) throw error;
  if (error.code !== null) return outcomeWithoutResponse(error.code);
  return { state: 'failed', reason: 'unknown-arrival', detail: error.message };
}
