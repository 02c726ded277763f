import { createTransport } from 'nodemailer';
import { type Channel, DELIVERED, type Outcome, outcome, type Unsubscribe } from './channel.ts';
import { networkFailure } from './network-failure.ts';
import { toHtml } from './to-html.ts';

/** How e-mail is sent. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (RFC 8314); otherwise STARTTLS, if the server offers it. */
  readonly implicitTls: boolean;
  readonly user: string | null;
  readonly password: string | null;
  /** `Name <address>` or an address. */
  readonly from: string;
}

/** Milliseconds to connect, to be greeted, and between two responses. */
const TIMEOUT_MS = 15_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** Sends messages by SMTP, one connection each. */
export function createEmailChannel(server: SmtpServer): Channel {
  const { host, port, implicitTls, user, password, from } = server;
  const transport = createTransport({
    host,
    port,
    secure: implicitTls,
    // A password is sent over an encrypted connection only.
    requireTLS: !implicitTls && user !== null && !LOOPBACK.test(host),
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Nothing of a message is read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ email }, { key, subject, lines, link, sysName, unsubscribe }) {
      if (email === null) return outcome('refused', 'not-configured');
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: email },
          subject: `[${sysName}] ${subject}`.replaceAll(/\p{Cc}+/gu, ' '),
          text: [...lines, '', '--', sysName, ...footerOf(unsubscribe)].join('\n'),
          html: toHtml(subject, { lines, link, sysName, unsubscribe }),
          messageId: `<${key}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Idempotency-Key': key,
            ...(unsubscribe !== null && unsubscribeHeaders(unsubscribe)),
          },
        });
        return DELIVERED;
      } catch (error) {
        return classify(error);
      }
    },
  };
}

function footerOf(unsubscribe: Unsubscribe | null): string[] {
  return unsubscribe === null ? [] : [`${unsubscribe.text}: ${unsubscribe.url}`];
}

/** RFC 8058: mail programs offer a button that unsubscribes with one POST. */
function unsubscribeHeaders({ url }: Unsubscribe): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** RFC 5321, 4.2.1: 4yz is temporary, 5yz permanent. */
function classify(error: unknown): Outcome {
  const { responseCode, response, code } = Object(error) as Record<string, unknown>;
  if (typeof responseCode === 'number') {
    const detail = typeof response === 'string' ? response : String(responseCode);
    // The password of the server is wrong, not the message: the operator can correct it.
    const isPermanent = responseCode >= 500 && code !== 'EAUTH';
    return isPermanent ? outcome('refused', 'rejected', detail) : outcome('retry', 'busy', detail);
  }
  if (code === 'ETLS') return outcome('retry', 'tls-failed');
  if (code === 'EENVELOPE') return outcome('refused', 'rejected');
  return networkFailure(error);
}
