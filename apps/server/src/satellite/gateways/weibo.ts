import { ExternalServiceError, fetchExternalJson } from '../../places/fetch-external-json.ts';
import type { CheckResult, ClaimedPart, Gateway, GatewayOutcome } from '../queue/gateway.ts';
import { outcomeWithoutResponse } from './connection-failure.ts';
import { textForPeople } from './text-for-people.ts';

/** The Weibo account to which terminals write. */
export interface WeiboAccount {
  readonly accessToken: string;
  /** Address of the domain that is bound to the application: every post contains it. */
  readonly link: string;
  /** Public address of this server, which Weibo asks for; null: it is left out. */
  readonly ip: string | null;
  /** `https://api.weibo.com`, without a slash at the end. */
  readonly apiUrl: string;
}

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 65_536;
/** Characters of a post. */
const MAX_POST = 140;
const HALF_HOUR_MS = 1_800_000;

/** Messages of terminals to Weibo, by `statuses/share` (open.weibo.com/wiki/2/statuses/share). */
export function createWeiboGateway(account: WeiboAccount): Gateway {
  return {
    async send(part: ClaimedPart): Promise<GatewayOutcome> {
      // Two number signs would be a topic, which the operation refuses.
      const text = textForPeople(part, MAX_POST - account.link.length - 1).replaceAll('#', '＃');
      try {
        const fields = await call(account, '/2/statuses/share.json', {
          status: `${text} ${account.link}`,
          ...(account.ip !== null && { rip: account.ip }),
        });
        return classify(fields);
      } catch (error) {
        if (!(error instanceof ExternalServiceError)) throw error;
        return error.code === null
          ? { state: 'failed', reason: 'unknown-arrival', detail: error.message }
          : outcomeWithoutResponse(error.code);
      }
    },
    check: () => check(account),
  };
}

type WeiboFields = Readonly<Record<string, unknown>>;

async function call(
  { apiUrl, accessToken }: WeiboAccount,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<WeiboFields> {
  const { json } = await fetchExternalJson(
    'Weibo service',
    `${apiUrl}${path}`,
    { method: 'POST', body: new URLSearchParams({ access_token: accessToken, ...form }) },
    { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal: new AbortController().signal },
  );
  return Object(json) as WeiboFields;
}

async function check(account: WeiboAccount): Promise<CheckResult> {
  try {
    const { expire_in: seconds, error } = await call(account, '/oauth2/get_token_info', {});
    return typeof seconds === 'number' && seconds > 0
      ? {
          isWorking: true,
          detail: `the token is valid for ${Math.floor(seconds / 86_400)} days; nothing was sent`,
        }
      : { isWorking: false, detail: `the token is not valid: ${String(error ?? 'it has ended')}` };
  } catch (error) {
    return { isWorking: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

/** Codes of open.weibo.com/wiki/Error_code. */
function classify({ error_code: code, error, idstr }: WeiboFields): GatewayOutcome {
  const detail = `${String(code ?? '')} ${String(error ?? '')}`.trim();
  switch (code) {
    case undefined:
      return typeof idstr === 'string'
        ? { state: 'delivered', evidence: 'receipt', providerId: idstr, detail: '' }
        : { state: 'failed', reason: 'unknown-arrival', detail };
    // Limits of the address, the user or the application.
    case 10009:
    case 10022:
    case 10023:
    case 10024:
    case 20016:
      return { state: 'waiting', reason: 'busy', detail, waitMs: HALF_HOUR_MS };
    // The token is wrong, was revoked or has ended: the operator can replace it.
    case 10006:
    case 21314:
    case 21315:
    case 21316:
    case 21317:
    case 21327:
    case 21332:
      return { state: 'waiting', reason: 'offline', detail, waitMs: HALF_HOUR_MS };
    case 20008:
      return { state: 'failed', reason: 'empty', detail };
    case 20012:
    case 20013:
      return { state: 'failed', reason: 'too-long', detail };
    // Without the right, or with content that Weibo does not allow.
    case 10014:
    case 20020:
    case 20021:
      return { state: 'failed', reason: 'not-permitted', detail };
    // Also 10017, without a link of the bound domain, and 20019, a repeated post.
    default:
      return { state: 'failed', reason: 'gateway-refused', detail };
  }
}
