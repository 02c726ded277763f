import { checkSmtp } from '../../delivery/channels/check-smtp.ts';
import { createSmtpTransport, domainOf, type SmtpServer } from '../../delivery/channels/smtp-transport.ts';
import type { ClaimedPart, Gateway, GatewayOutcome } from '../queue/gateway.ts';

/**
 * Messages to Iridium terminals by e-mail to the gateway (Short Burst Data Service Developers Guide 3.0): the IMEI in the
 * subject, the message as an attachment whose name ends in `.sbd`. One terminal an e-mail, so that each has its outcome.
 *
 * @param address of the gateway, such as data@sbd.iridium.com
 */
export function createIridiumEmail(server: SmtpServer, address: string): Gateway {
  const transport = createSmtpTransport(server);
  const domain = domainOf(server);
  return {
    async send({ partId, attempt, receiver, text }: ClaimedPart): Promise<GatewayOutcome> {
      const messageId = `<satellite.${partId}.${attempt}@${domain}>`;
      try {
        const { response } = await transport.sendMail({
          from: server.from,
          to: { name: '', address },
          subject: receiver,
          text: '',
          attachments: [
            { filename: 'message.sbd', content: Buffer.from(text), contentType: 'application/octet-stream' },
          ],
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { state: 'accepted', providerId: messageId, detail: response };
      } catch (error) {
        return classify(error);
      }
    },
    check: () => checkSmtp(transport),
  };
}

/** Failures before the first byte of the message: of the connection, its encryption or the login. */
const EARLY_CODES: ReadonlySet<unknown> = new Set(['EDNS', 'ETLS', 'EAUTH']);
const EARLY_CALLS: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** RFC 5321, 4.2.1: 4yz is temporary, 5yz permanent. */
function classify(error: unknown): GatewayOutcome {
  const { responseCode, response, code, syscall } = Object(error) as Record<string, unknown>;
  const detail = typeof response === 'string' ? response : typeof code === 'string' ? code : '';
  if (EARLY_CODES.has(code) || EARLY_CALLS.has(syscall))
    return { state: 'waiting', reason: 'offline', detail };
  if (typeof responseCode === 'number') {
    return responseCode >= 500
      ? { state: 'failed', reason: 'gateway-refused', detail }
      : { state: 'waiting', reason: 'busy', detail };
  }
  return { state: 'failed', reason: 'unknown-arrival', detail };
}
