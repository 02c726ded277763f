import { createSmtpTransport, domainOf, type SmtpServer } from '../../delivery/channels/smtp-transport.ts';
import type { ClaimedPart, Gateway, GatewayOutcome } from '../queue/gateway.ts';
import { placeLines } from './place-link.ts';
import { shorten } from './text-for-people.ts';

const MAX_NAME = 60;
const MAX_SUBJECT = 80;

/**
 * Messages of terminals to e-mail addresses. The receiver answers to the address of the inbox with the token of the
 * message, which leads back to the terminal.
 *
 * @param inbox address whose mailbox the server reads; null: nobody can answer
 */
export function createEmailGateway(server: SmtpServer, inbox: string | null): Gateway {
  const transport = createSmtpTransport(server);
  const domain = domainOf(server);
  return {
    recognizesRepeats: true,
    async send({ partId, receiver, terminalName, sender, text, replyToken, place }: ClaimedPart) {
      const name = shorten(terminalName ?? sender, MAX_NAME).replaceAll('\n', ' ');
      // The same in each attempt, so that mail servers and programs recognize a repeated one.
      const messageId = `<satellite.${partId}@${domain}>`;
      const lines = [text, ...(place === null ? [] : ['', ...placeLines(place)]), '', '-- ', name];
      try {
        const { response } = await transport.sendMail({
          from: inbox === null ? server.from : { name, address: inbox },
          to: { name: '', address: receiver },
          ...(inbox !== null && replyToken !== null && { replyTo: replyAddress(inbox, replyToken) }),
          subject: shorten(`${name}: ${text.replaceAll(/\s+/g, ' ')}`, MAX_SUBJECT),
          text: lines.join('\n'),
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { state: 'delivered', evidence: 'receipt', providerId: messageId, detail: response };
      } catch (error) {
        return classify(error);
      }
    },
    async check() {
      const address = `${server.host}:${server.port}`;
      try {
        await transport.verify();
        return { isWorking: true, detail: `connected and signed in to ${address}; nothing was sent` };
      } catch (error) {
        return { isWorking: false, detail: `${address}: ${detailOf(error)}` };
      }
    },
  };
}

/** `inbox+token@host`: a subaddress of the mailbox (RFC 5233). */
function replyAddress(inbox: string, token: string): string {
  const at = inbox.lastIndexOf('@');
  return `${inbox.slice(0, at)}+${token}${inbox.slice(at)}`;
}

/**
 * RFC 5321, 4.2.1: 4yz is temporary, 5yz permanent. After a lost connection the e-mail is sent again: its Message-ID is the
 * same.
 */
function classify(error: unknown): GatewayOutcome {
  const { responseCode, code } = Object(error) as Record<string, unknown>;
  const detail = detailOf(error);
  if (code === 'EENVELOPE' && typeof responseCode !== 'number')
    return { state: 'failed', reason: 'unknown-receiver', detail };
  if (typeof responseCode !== 'number' || code === 'EAUTH')
    return { state: 'waiting', reason: 'offline', detail };
  if (responseCode < 500) return { state: 'waiting', reason: 'busy', detail };
  // RFC 5321, 4.2.3: mailbox unavailable, its name not allowed, or not local.
  const isUnknown = [550, 551, 553].includes(responseCode);
  return { state: 'failed', reason: isUnknown ? 'unknown-receiver' : 'gateway-refused', detail };
}

function detailOf(error: unknown): string {
  const { response, code, name } = Object(error) as Record<string, unknown>;
  return String(response ?? code ?? name);
}
