import type { ImapServer } from '../satellite/edges/imap-server.ts';
import type { WeiboAccount } from '../satellite/gateways/weibo.ts';
import type { WeatherService } from '../satellite/weather/weather-service.ts';
import type { WechatAccount } from '../satellite/wechat/account.ts';
import { createReader, type ReaderContext, type VariableTable } from './reader.ts';
import { mailAddress } from './smtp.ts';
import { InvalidValueError, nonEmptyText } from './values.ts';

/** Ports of RFC 8314 and RFC 3501. */
const IMAP_PORTS: Readonly<Record<string, number>> = { 'imap:': 143, 'imaps:': 993 };

/** `imaps://user:password@host:port/mailbox`; the mailbox is INBOX without one. */
function imapUrl(text: string): Omit<ImapServer, 'address'> {
  const url = URL.parse(text);
  const port = url === null ? undefined : IMAP_PORTS[url.protocol];
  if (url === null || port === undefined || url.hostname === '' || url.username === '')
    throw new InvalidValueError('is not a URL such as imaps://user:password@mail.example:993/INBOX');
  try {
    const mailbox = decodeURIComponent(url.pathname.slice(1));
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? port : Number(url.port),
      implicitTls: url.protocol === 'imaps:',
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      mailbox: mailbox === '' ? 'INBOX' : mailbox,
    };
  } catch {
    throw new InvalidValueError('has a user, password or mailbox that is not percent-encoded');
  }
}

/** Base address of a service, without a slash at the end. */
function apiUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (url !== null && ['https:', 'http:'].includes(url.protocol) && url.search + url.hash === '')
    return url.href.replace(/\/$/, '');
  throw new InvalidValueError('is not a URL such as https://api.example.com');
}

/** A URL with the placeholders {lat} and {lon}. */
function weatherUrl(text: string): string {
  const url = URL.parse(text.replaceAll(/\{(lat|lon)\}/g, '0'));
  const hasBoth = text.includes('{lat}') && text.includes('{lon}');
  if (url !== null && ['https:', 'http:'].includes(url.protocol) && hasBoth) return text;
  throw new InvalidValueError(
    'is not a URL such as https://api.open-meteo.com/v1/forecast?latitude={lat}&longitude={lon}',
  );
}

/** EncodingAESKey: 43 characters of base64, 32 bytes. */
function aesKey(text: string): Buffer {
  const key = Buffer.from(`${text}=`, 'base64');
  if (/^[a-zA-Z\d+/]{43}$/.test(text) && key.length === 32) return key;
  throw new InvalidValueError('is not an EncodingAESKey of 43 characters');
}

/** The text that posts end with: a link of the bound domain. */
function postLink(text: string): string {
  const url = URL.parse(text.trim());
  if (url !== null && ['https:', 'http:'].includes(url.protocol) && url.href.length <= 80) return url.href;
  throw new InvalidValueError('is not a URL of at most 80 characters such as https://boats.example/');
}

export const PEOPLE_VARIABLES = {
  WAKELINE_IMAP_URL: {
    meaning:
      'mailbox to which people write to terminals: imaps://user:password@mail.example:993/INBOX; requires WAKELINE_IMAP_ADDRESS. Without it nobody can answer e-mails',
    default: null,
    parse: imapUrl,
  },
  WAKELINE_IMAP_ADDRESS: {
    meaning:
      'address of this mailbox, from which e-mails of terminals are sent: gulls@boats.example. The mail server must deliver gulls+anything@boats.example to it, too',
    default: null,
    parse: mailAddress,
  },
  WAKELINE_WECHAT_APP_ID: {
    meaning:
      'AppID of the official account of WeChat; requires WAKELINE_WECHAT_APP_SECRET and WAKELINE_WECHAT_TOKEN. Without it there is no WeChat',
    default: null,
    parse: nonEmptyText(64),
  },
  WAKELINE_WECHAT_APP_SECRET: {
    meaning: 'AppSecret of the account',
    default: null,
    parse: nonEmptyText(128),
  },
  WAKELINE_WECHAT_TOKEN: {
    meaning: 'token with which WeChat signs its requests to /service/wechat',
    default: null,
    parse: nonEmptyText(64),
  },
  WAKELINE_WECHAT_AES_KEY: {
    meaning: 'EncodingAESKey of the safe mode; without it requests of WeChat are not encrypted',
    default: null,
    parse: aesKey,
  },
  WAKELINE_WECHAT_API_URL: {
    meaning: 'address of the service of WeChat',
    default: 'https://api.weixin.qq.com',
    parse: apiUrl,
  },
  WAKELINE_WEIBO_ACCESS_TOKEN: {
    meaning:
      'access token of the Weibo account to which terminals post; requires WAKELINE_WEIBO_LINK. Without it there is no Weibo',
    default: null,
    parse: nonEmptyText(256),
  },
  WAKELINE_WEIBO_LINK: {
    meaning: 'address within the domain that is bound to the Weibo application; every post ends with it',
    default: null,
    parse: postLink,
  },
  WAKELINE_WEIBO_IP: {
    meaning: 'public address of this server, which Weibo asks for; without it none is sent',
    default: null,
    parse: nonEmptyText(45),
  },
  WAKELINE_WEIBO_API_URL: {
    meaning: 'address of the service of Weibo',
    default: 'https://api.weibo.com',
    parse: apiUrl,
  },
  WAKELINE_WEATHER_URL: {
    meaning:
      'URL of a forecast with the interface of Open-Meteo; placeholders {lat} and {lon}. Without it the weather helper answers that there is no forecast',
    default: null,
    parse: weatherUrl,
  },
  WAKELINE_WEATHER_MARINE_URL: {
    meaning:
      'URL of the marine forecast of Open-Meteo, with the same placeholders; without it no wave heights',
    default: null,
    parse: weatherUrl,
  },
} as const satisfies VariableTable & Record<string, { meaning: string }>;

/** Variables whose text is a secret, or contains one. */
export const PEOPLE_SECRETS = [
  'WAKELINE_IMAP_URL',
  'WAKELINE_WECHAT_APP_SECRET',
  'WAKELINE_WECHAT_TOKEN',
  'WAKELINE_WECHAT_AES_KEY',
  'WAKELINE_WEIBO_ACCESS_TOKEN',
  'WAKELINE_WEATHER_URL',
  'WAKELINE_WEATHER_MARINE_URL',
] as const satisfies readonly (keyof typeof PEOPLE_VARIABLES)[];

/** How messages of terminals reach people, and theirs the terminals. */
export interface PeopleConfig {
  /** Mailbox that people write to; null: none. */
  readonly imap: ImapServer | null;
  readonly wechat: WechatAccount | null;
  readonly weibo: WeiboAccount | null;
  /** Null: the weather helper has no forecast. */
  readonly weather: WeatherService | null;
}

export function readPeopleConfig(context: ReaderContext): PeopleConfig {
  const { optional, value, requireWith } = createReader(PEOPLE_VARIABLES, context);

  /** A variable that is required with another one; empty if it is missing, which is a problem. */
  function required(name: keyof typeof PEOPLE_VARIABLES, other: keyof typeof PEOPLE_VARIABLES): string {
    const text = optional(name);
    if (text === null && !context.environment[name]) context.problems.push(`${name}: required with ${other}`);
    return typeof text === 'string' ? text : '';
  }

  function readImap(): ImapServer | null {
    const server = optional('WAKELINE_IMAP_URL');
    if (server === null) {
      requireWith('WAKELINE_IMAP_', 'WAKELINE_IMAP_URL');
      return null;
    }
    return { ...server, address: required('WAKELINE_IMAP_ADDRESS', 'WAKELINE_IMAP_URL') };
  }

  function readWechat(): WechatAccount | null {
    const appId = optional('WAKELINE_WECHAT_APP_ID');
    if (appId === null) {
      requireWith('WAKELINE_WECHAT_', 'WAKELINE_WECHAT_APP_ID');
      return null;
    }
    return {
      appId,
      appSecret: required('WAKELINE_WECHAT_APP_SECRET', 'WAKELINE_WECHAT_APP_ID'),
      token: required('WAKELINE_WECHAT_TOKEN', 'WAKELINE_WECHAT_APP_ID'),
      aesKey: optional('WAKELINE_WECHAT_AES_KEY'),
      apiUrl: value('WAKELINE_WECHAT_API_URL'),
    };
  }

  function readWeibo(): WeiboAccount | null {
    const accessToken = optional('WAKELINE_WEIBO_ACCESS_TOKEN');
    if (accessToken === null) {
      requireWith('WAKELINE_WEIBO_', 'WAKELINE_WEIBO_ACCESS_TOKEN');
      return null;
    }
    return {
      accessToken,
      link: required('WAKELINE_WEIBO_LINK', 'WAKELINE_WEIBO_ACCESS_TOKEN'),
      ip: optional('WAKELINE_WEIBO_IP'),
      apiUrl: value('WAKELINE_WEIBO_API_URL'),
    };
  }

  function readWeather(): WeatherService | null {
    const url = optional('WAKELINE_WEATHER_URL');
    if (url !== null) return { url, marineUrl: optional('WAKELINE_WEATHER_MARINE_URL') };
    requireWith('WAKELINE_WEATHER_', 'WAKELINE_WEATHER_URL');
    return null;
  }

  return { imap: readImap(), wechat: readWechat(), weibo: readWeibo(), weather: readWeather() };
}
