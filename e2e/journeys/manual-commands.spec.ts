import { readManualCommands } from '@wakeline/server/testing/manual-commands';
import { sendManualCommand } from '@wakeline/server/testing/send-manual-command';
import { expect, test } from '../support/journey.ts';

const SENT = [
  { protocol: 'gt06', transport: 'tcp', coordinates: '22.54310, 114.05790', speed: '36.0' },
  { protocol: 'jt808', transport: 'udp', coordinates: '22.54310, 114.05790', speed: '36.0' },
  { protocol: 'osmand', transport: 'http', coordinates: '22.54310, 114.05790', speed: '37.0' },
] as const;

for (const { protocol, transport, coordinates, speed } of SENT) {
  test(`shows the position of the command on the page of ${protocol}, sent over ${transport}`, {
    tag: '@long',
  }, async ({ page, console, register, server }) => {
    const command = readManualCommands(protocol).find((one) => one.transport === transport);
    if (command === undefined) throw new Error(`no command for ${transport}`);
    const trackerId = await register({ name: 'By hand', imei: command.expected.deviceId });
    await console.openSignedIn(`/deviceManger/${trackerId}`);
    await expect(page.getByText('By hand').first()).toBeVisible();
    await expect(page.getByText(coordinates)).toBeHidden();
    // The page is open: the position arrives over the live connection.
    const sent = await sendManualCommand(command, server.ports[protocol]);
    await expect(page.getByText(coordinates)).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: speed })).toBeVisible();
    expect(sent.reply()).toBe(command.reply);
    sent.close();
  });
}
