import { ReadStream } from 'node:tty';
import { isCommonDigest } from '../identity/common-passwords.ts';
import { passwordDigest } from '../identity/password.ts';
import { CommandError, UsageError } from './command-error.ts';

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;
/** Bytes of standard input that are looked at. */
const MAX_INPUT_BYTES = 4_096;

/** A terminal, or what is piped into the program. */
export type PasswordInput = ReadStream | AsyncIterable<Buffer | string>;

/**
 * A new password: asked for twice on the terminal, without showing it, or the first line of standard input. Never an
 * argument: those show in the list of processes and in the shell's history.
 *
 * @throws UsageError for one that is too short, too long or too common, or when the two differ
 */
export async function readNewPassword(login: string, input: PasswordInput): Promise<string> {
  const password = input instanceof ReadStream ? await promptTwice(input, login) : await readLine(input);
  const length = [...password].length;
  if (length === 0) throw new UsageError('no password came: type it, or pass it as a line on standard input');
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    throw new UsageError(`the password has to have ${MIN_LENGTH} to ${MAX_LENGTH} characters`);
  }
  if (isCommonDigest(passwordDigest(password)))
    throw new UsageError('this password is too common, please choose another');
  return password;
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
  const first = await promptHidden(terminal, `New password of ${login}: `);
  const second = await promptHidden(terminal, 'Once more: ');
  if (first !== second) throw new UsageError('the two passwords differ');
  return first;
}

/** Reads a line from the terminal without showing it. In raw mode, the line's editing and Ctrl-C are ours to do. */
function promptHidden(terminal: ReadStream, question: string): Promise<string> {
  // Before the question: what is typed as soon as it stands there is not shown either.
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
          reject(new CommandError('nothing was changed', 130));
          return;
        }
        typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : [...typed, key];
      }
    }
    terminal.on('data', handleInput);
  });
}
