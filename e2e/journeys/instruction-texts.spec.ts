import { chooseInstruction } from '../support/instruction-form.ts';
import { expect, test } from '../support/journey.ts';

test('defines the text of an instruction in a model, and sends it to a device', { tag: '@long' }, async ({
  page,
  console,
  connect,
  server,
}) => {
  await console.openSignedIn('/deviceManger?tab=models');
  await page.getByRole('button', { name: 'New model' }).click();
  const form = page.getByRole('dialog', { name: 'New model' });
  await form.getByLabel('Model', { exact: true }).fill('Tag 7');
  await expect(form.getByRole('button', { name: 'Add instruction text' })).toBeDisabled();
  await form.getByLabel('Protocol').click();
  await page.locator('.ant-select-item-option').getByText('JT/T 808').click();
  await form.getByRole('button', { name: 'Add instruction text' }).click();

  const dialog = page.getByRole('dialog', { name: 'Add instruction text' });
  await dialog.getByLabel('Instruction', { exact: true }).fill('Working mode');
  await dialog.getByLabel('Instruction', { exact: true }).press('Enter');
  const text = dialog.getByLabel('Text', { exact: true });
  await text.fill('SZCS#WORK_MODE={mod}');
  await expect(dialog.getByText('The instruction has no value {mod}').first()).toBeVisible();
  await text.fill('SZCS#WORK_MODE=');
  await dialog.getByRole('button', { name: 'Insert Mode' }).click();
  await expect(text).toHaveValue('SZCS#WORK_MODE={mode:normal=0|sleep=1|deepSleep=2}');
  await expect(dialog.getByText('SZCS#WORK_MODE=0', { exact: true })).toBeVisible();
  await dialog.getByText('Text in the answer').click();
  await dialog.getByLabel('Answer if it succeeded contains').fill('ok');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect(form.getByText('SZCS#WORK_MODE={mode:')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();

  const imei = '13900007007';
  await server.client.call('addTracker', { trackerName: 'Petrel', imei, model: 'tag 7' });
  const petrel = await connect(imei);
  await petrel.report({ lat: 36.07, lng: 120.29 });
  await console.open('/remoteInstruct');
  await page.getByRole('checkbox', { name: 'Petrel', exact: true }).check();
  await chooseInstruction(page, 'workingMode');
  await page.getByLabel('Mode', { exact: true }).click();
  await page.locator('.ant-select-item-option').getByText('Sleep', { exact: true }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: 'Send "Working mode" to 1 device?' });
  await confirm.getByRole('button', { name: 'Send' }).click();
  const received = await petrel.nextInstruction();
  expect(received.description).toBe('0x8300 SZCS#WORK_MODE=1');
  petrel.acknowledge(received, 'accept');
  const row = page.getByRole('region', { name: 'Results' }).getByRole('row').filter({ hasText: 'Petrel' });
  await expect(row).toContainText('Sent successfully');
});
