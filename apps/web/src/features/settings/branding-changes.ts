import { brandingForm } from '@wakeline/contract/settings';
import type { z } from 'zod';
import type { Preview } from '../../service/preview.ts';

export type Branding = z.output<typeof brandingForm>;

/** What differs from what is kept. A name is kept trimmed. */
export function changesOf(kept: Branding, values: Branding): Partial<Branding> {
  const given = { ...values, sysName: values.sysName.trim() };
  return Object.fromEntries(
    Object.keys(brandingForm.shape)
      .map((key) => key as keyof Branding)
      .filter((key) => given[key] !== kept[key])
      .map((key) => [key, given[key]]),
  );
}

/** What of that can be seen already: no half of a colour, and no name that stands for another. */
export function previewOf({ sysName, logoUrl, themeColor, textColor }: Partial<Branding>): Preview {
  const isColour = (text: string | undefined) => brandingForm.shape.themeColor.safeParse(text).success;
  return {
    ...(sysName ? { sysName } : {}),
    ...(logoUrl === undefined ? {} : { logoUrl }),
    ...(themeColor !== undefined && isColour(themeColor) ? { themeColor } : {}),
    ...(textColor !== undefined && isColour(textColor) ? { textColor } : {}),
  };
}
