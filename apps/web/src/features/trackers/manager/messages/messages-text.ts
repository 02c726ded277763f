import type { DeviceMessage, DeviceMessages } from '@wakeline/contract/trackers/messages';

/** The messages as a text file for support, oldest first. Times are UTC. */
export function writeMessagesText(name: string, { connection, list }: DeviceMessages): string {
  const lines = [`# ${name}`];
  if (connection !== null) {
    const { protocol, transport, address, since, until } = connection;
    lines.push(
      `# ${protocol} ${transport} ${address} ${toIso(since)} - ${until === null ? '' : toIso(until)}`,
    );
  }
  for (const message of list.toReversed()) lines.push('', ...linesOf(message));
  return `${lines.join('\n')}\n`;
}

function linesOf(message: DeviceMessage): readonly string[] {
  const { time, direction, kind, instruction, messageId, hex, text, details, fields, reports } = message;
  const names = [messageId, kind, instruction].filter(Boolean);
  return [
    `${toIso(time)} ${direction === 'received' ? '<' : '>'} ${names.join(' ')}`,
    text === null ? hex : text.replaceAll(/\r?\n/g, '\n  '),
    ...details.map((detail) => `! ${detail}`),
    ...Object.entries(fields).map(([field, value]) => `  ${field}: ${value}`),
    ...reports.flatMap((report) => [
      `  report ${report.time === null ? '' : toIso(report.time)}`.trimEnd(),
      ...Object.entries(report.fields).map(([field, value]) => `    ${field}: ${value}`),
    ]),
  ];
}

/** Devices can send times that no calendar has. */
function toIso(time: number): string {
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : String(time);
}
