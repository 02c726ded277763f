import { ReadStream } from 'node:tty';
import { isCommonDigest } from '../identity/common-passwords.ts';
import { passwordDigest } from '../identity/password.ts';
import { CommandError, UsageError } from './command-error.ts';

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;
/** Maximum bytes read from standard input. */
const MAX_INPUT_BYTES = 4_096;

/** A terminal, or piped input. */
export type PasswordInput = ReadStream | AsyncIterable<Buffer | string>;

/**
 * Reads a new password: prompts for it twice on a terminal without echo, or reads the first line of standard input. Passwords
 * are never arguments, because those are visible in the process list and in the shell's history.
 *
 * @throws UsageError if it is too short, too long or too common, or if the two entries differ
 */
export async function readNewPassword(login: string, input: PasswordInput): Promise<string> {
  const password = input instanceof ReadStream ? await promptTwice(input, login) : await readLine(input);
  const length = [...password].length;
  if (length === 0)
    throw new UsageError('no password given: type it, or pass it as one line on standard input');
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    throw new UsageError(`the password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`);
  }
  if (isCommonDigest(passwordDigest(password))) throw new UsageError('this password is too common');
  return password;
}

/** Reads the secret of another system, as `readNewPassword` does but once and without conditions; empty: none. */
export function readSecret(question: string, input: PasswordInput): Promise<string> {
  return input instanceof ReadStream ? promptHidden(input, question) : readLine(input);
}

async function readLine(input: AsyncIterable<Buffer | string>): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += chunk.toString();
    if (text.includes('\n') || text.length > MAX_INPUT_BYTES) break;
  }
  return (text.split('\n')[0] ?? '').trim();
}

async function promptTwice(terminal: ReadStream, login: string): Promise<string> {
  const first = await promptHidden(terminal, `New password for ${login}: `);
  const second = await promptHidden(terminal, 'Repeat the password: ');
  if (first !== second) throw new UsageError('the passwords do not match');
  return first;
}

/** Reads a line from the terminal without echo. Raw mode requires handling line editing and Ctrl-C here. */
function promptHidden(terminal: ReadStream, question: string): Promise<string> {
  // Before the prompt, so that nothing typed after it is echoed.
  terminal.setRawMode(true);
  process.stderr.write(question);
  terminal.setEncoding('utf8');
  terminal.resume();
  return new Promise((resolve, reject) => {
    let typed: readonly string[] = [];
    function stopReading(): void {
      terminal.off('data', handleInput);
      terminal.setRawMode(false);
      terminal.pause();
      process.stderr.write('\n');
    }
    function handleInput(text: string): void {
      for (const key of text) {
        if (key === '\r' || key === '\n') {
          stopReading();
          resolve(typed.join('').trim());
          return;
        }
        if (key === '\u0003' || key === '\u0004') {
          stopReading();
          reject(new CommandError('cancelled; nothing was changed', 130));
          return;
        }
        typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : [...typed, key];
      }
    }
    terminal.on('data', handleInput);
  });
}
