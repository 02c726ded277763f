import type { Page } from '@playwright/test';
import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import type { Parameter, ParameterValue } from '@wakeline/domain/instructions/parameter';

type Values = Readonly<Record<string, ParameterValue | undefined>>;

/** Chooses an instruction of the list. */
export async function chooseInstruction(page: Page, name: InstructionName): Promise<void> {
  await chooseByTitle(page, instructionOf(name).title.en_US);
}

/** The list is loaded when the devices are chosen, so its option can take a while. */
export async function chooseByTitle(page: Page, title: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Instruction', exact: true }).fill(title);
  await page.locator(`.ant-select-item-option[title="${title}"]:visible`).click();
}

/** Fills the form of an instruction; fields without a value keep theirs. */
export async function fillInstruction(page: Page, name: InstructionName, values: Values): Promise<void> {
  for (const [key, parameter] of Object.entries(instructionOf(name).parameters)) {
    const value = values[key];
    if (value !== undefined) await fillField(page, key, parameter, value);
  }
}

async function fillField(
  page: Page,
  key: string,
  parameter: Parameter,
  value: ParameterValue,
): Promise<void> {
  // Form items have the name of their parameter as id.
  const field = page.locator(`[id="${key}"]`);
  switch (parameter.kind) {
    case 'switch':
      return field.setChecked(value === true);
    case 'choice': {
      const title = parameter.options.find((option) => option.value === value)?.title.en_US ?? '';
      await field.press('ArrowDown');
      await page.locator(`.ant-select-item-option:visible`).getByText(title, { exact: true }).click();
      return;
    }
    case 'phones':
      for (const number of Array.isArray(value) ? value : []) {
        await field.fill(number);
        await field.press('Enter');
      }
      return;
    default:
      return field.fill(String(value));
  }
}

/** Presses Send, and confirms the number of devices and, if it is dangerous, the instruction. */
export async function sendInstruction(page: Page, name: InstructionName): Promise<void> {
  const { title, dangerous } = instructionOf(name);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Send "${title.en_US}" to 1 device?` });
  await dialog.getByRole('button', { name: dangerous ? 'Continue' : 'Send' }).click();
  if (!dangerous) return;
  await page
    .getByRole('dialog', { name: `Send the dangerous instruction "${title.en_US}"?` })
    .getByRole('button', { name: 'Send it now' })
    .click();
}
