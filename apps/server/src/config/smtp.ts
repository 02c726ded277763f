import { InvalidValueError } from './values.ts';

/** The server of `smtp://user:password@host:port` (STARTTLS if it offers it) or `smtps://` (TLS from the first byte). */
export interface SmtpUrl {
  readonly host: string;
  readonly port: number;
  readonly implicitTls: boolean;
  readonly user: string | null;
  readonly password: string | null;
}

/** Ports of message submission: RFC 6409 and RFC 8314. */
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

export function smtpUrl(text: string): SmtpUrl {
  const url = URL.parse(text);
  const port = url === null ? undefined : PORTS[url.protocol];
  if (url === null || port === undefined || url.hostname === '' || !['', '/'].includes(url.pathname)) {
    throw new InvalidValueError('is not a URL such as smtps://user:password@mail.example:465');
  }
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? port : Number(url.port),
      implicitTls: url.protocol === 'smtps:',
      user: url.username === '' ? null : decodeURIComponent(url.username),
      password: url.password === '' ? null : decodeURIComponent(url.password),
    };
  } catch {
    throw new InvalidValueError('has a user or password that is not percent-encoded');
  }
}

/** An address without a name. */
export function mailAddress(text: string): string {
  const trimmed = text.trim();
  if (/^[^\s<>@\p{Cc}]+@[\w.-]+$/u.test(trimmed)) return trimmed;
  throw new InvalidValueError('is not an address such as data@sbd.iridium.com');
}

/** `Name <address>` or an address, for the From header. */
export function mailbox(text: string): string {
  const trimmed = text.trim();
  if (/^([^<>\p{Cc}]{1,100} )?<?[^\s<>@\p{Cc}]+@[\w.-]+>?$/u.test(trimmed)) return trimmed;
  throw new InvalidValueError('is not an address such as Wakeline <alerts@harbour.example>');
}

/** Address of the server without a path, for links in messages. */
export function publicUrl(text: string): string {
  const url = URL.parse(text.trim());
  const isPlain = url !== null && url.pathname === '/' && url.search + url.hash + url.username === '';
  if (isPlain && ['https:', 'http:'].includes(url.protocol)) return url.origin;
  throw new InvalidValueError('is not a URL without a path, such as https://watch.harbour.example');
}

/** `mailto:` or `https:` URL: subject of a VAPID token (RFC 8292, 2.1). */
export function contactUrl(text: string): string {
  const url = URL.parse(text.trim());
  if (url !== null && (url.protocol === 'https:' || /^mailto:[^\s@]+@[^\s@]+$/.test(url.href)))
    return url.href;
  throw new InvalidValueError('is not a URL such as mailto:duty@harbour.example');
}
