import type { SmtpTransport } from './smtp-transport.ts';

/** Connects to the mail server and signs in, without sending anything. */
export async function checkSmtp(
  transport: SmtpTransport,
): Promise<{ readonly isWorking: boolean; readonly detail: string }> {
  try {
    await transport.verify();
    return { isWorking: true, detail: 'the mail server accepts the login' };
  } catch (error) {
    return { isWorking: false, detail: error instanceof Error ? error.message : String(error) };
  }
}
