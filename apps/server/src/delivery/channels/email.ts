import { type Channel, DELIVERED, type Outcome, outcome, type Unsubscribe } from './channel.ts';
import { networkFailure } from './network-failure.ts';
import { createSmtpTransport, domainOf, type SmtpServer } from './smtp-transport.ts';
import { toHtml } from './to-html.ts';

/** Sends messages by SMTP, one connection each. */
export function createEmailChannel(server: SmtpServer): Channel {
  const { from } = server;
  const transport = createSmtpTransport(server);
  const domain = domainOf(server);
  return {
    async send({ email }, { key, subject, lines, links, sysName, unsubscribe, attachments }) {
      if (email === null) return outcome('refused', 'not-configured');
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: email },
          subject: `[${sysName}] ${subject}`.replaceAll(/\p{Cc}+/gu, ' '),
          text: [...lines, '', '--', sysName, ...footerOf(unsubscribe)].join('\n'),
          html: toHtml(subject, { lines, links, sysName, unsubscribe }),
          attachments: attachments.map(({ name, mediaType, content }) => ({
            filename: name,
            contentType: mediaType,
            content,
          })),
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
