import { PROTOCOLS } from '@wakeline/protocols/registry';
import { expect, test } from 'vitest';
import { drivingReports } from './frame-tape.ts';
import { LOAD_FORMATS } from './load-formats.ts';

const NOW = Date.UTC(2026, 10, 23);
const REPORTS = 3;
const STREAMS = PROTOCOLS.flatMap((protocol) => (protocol.kind === 'stream' ? [protocol] : []));

test.each(STREAMS)('counts the acknowledgements of $name', (protocol) => {
  const { idDigits, createCounter } = LOAD_FORMATS[protocol.name];
  const terminal = protocol.terminal('869013900000001'.slice(-idDigits));
  const session = protocol.session({ authCode: () => '1', findDevice: () => null });
  const login = terminal.login();
  if (login !== null) session.receive(login.bytes, NOW);
  const replies = drivingReports(0, NOW, REPORTS).flatMap((report) =>
    session
      .receive(terminal.report([report]).bytes, NOW)
      .flatMap((event) => (event.type === 'reports' && event.reply !== null ? [event.reply] : [])),
  );
  expect(createCounter?.().count(Buffer.concat(replies)) ?? 0).toBe(createCounter === null ? 0 : REPORTS);
  expect(replies).toHaveLength(createCounter === null ? 0 : REPORTS);
});
