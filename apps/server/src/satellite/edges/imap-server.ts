/** The mailbox that people write to, and how the server reads it. */
export interface ImapServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (RFC 8314); otherwise STARTTLS, if the server offers it. */
  readonly implicitTls: boolean;
  readonly user: string;
  readonly password: string;
  readonly mailbox: string;
  /** Address of the mailbox: `inbox@host`. The mail server delivers `inbox+token@host` to it, too. */
  readonly address: string;
}
