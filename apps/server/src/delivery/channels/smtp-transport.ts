import type { SendMailOptions, Transporter } from 'nodemailer';

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

export interface SmtpTransport {
  sendMail(message: SendMailOptions): Promise<{ readonly response: string }>;
  /** Connects and signs in. */
  verify(): Promise<void>;
}

/** Opens one connection for each e-mail. */
export function createSmtpTransport(server: SmtpServer): SmtpTransport {
  let opened: Promise<Transporter> | null = null;
  const open = () => {
    opened ??= openTransport(server);
    return opened;
  };
  return {
    async sendMail(message) {
      const { response = '' } = await (await open()).sendMail(message);
      return { response };
    },
    async verify() {
      await (await open()).verify();
    },
  };
}

async function openTransport({ host, port, implicitTls, user, password }: SmtpServer): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
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
}

/** The domain of message ids. */
export function domainOf({ from }: SmtpServer): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
}
