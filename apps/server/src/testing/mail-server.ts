import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { eventually } from '../ingest/testing/eventually.ts';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  /** As received, with quoted-printable lines decoded. */
  readonly text: string;
  /** As received, a character for each byte. */
  readonly raw: string;
}

/** A real SMTP server that keeps what it receives, and refuses recipients on request. */
export class MailServer {
  readonly #server: SMTPServer;
  readonly #mails: ReceivedMail[] = [];
  /** Responses to `RCPT TO`, by address. */
  readonly refusals = new Map<string, { readonly code: number; readonly text: string }>();
  /** Number of `RCPT TO`. */
  recipients = 0;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onRcptTo: ({ address }, _session, done) => {
        this.recipients += 1;
        const refusal = this.refusals.get(address);
        done(
          refusal === undefined
            ? undefined
            : Object.assign(new Error(refusal.text), { responseCode: refusal.code }),
        );
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString('latin1');
          this.#mails.push({
            to: envelope.rcptTo.map(({ address }) => address),
            from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            text: decodeQuotedPrintable(raw),
            raw,
          });
          done();
        });
      },
    });
  }

  static async start(): Promise<MailServer> {
    const mails = new MailServer();
    await once(mails.#server.listen(0, '127.0.0.1'), 'listening');
    return mails;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** Mails to an address, oldest first. */
  to(address: string): readonly ReceivedMail[] {
    return this.#mails.filter(({ to }) => to.includes(address));
  }

  /** Waits for this number of mails to an address and returns the last one. */
  async next(address: string, count: number): Promise<string> {
    const mail = await eventually(`${count} mails to ${address}`, () => this.to(address)[count - 1]);
    return mail.text;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** RFC 2045, 6.7; UTF-8. */
function decodeQuotedPrintable(text: string): string {
  const octets = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(octets, 'latin1').toString('utf8');
}
