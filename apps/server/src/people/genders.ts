import type { Language } from '@wakeline/contract/entities/user-config';
import type { Gender } from '@wakeline/contract/people/people';

/** Names of the genders in files. */
export const GENDER_NAMES: Readonly<Record<Gender, Readonly<Record<Language, string>>>> = {
  male: { zh_CN: '男', en_US: 'Male' },
  female: { zh_CN: '女', en_US: 'Female' },
  unspecified: { zh_CN: '未说明', en_US: 'Unspecified' },
};

/** Short forms that lists of participants use. */
const SHORT_GENDERS: Readonly<Record<Gender, readonly string[]>> = {
  male: ['m', '男性'],
  female: ['f', 'w', '女性'],
  unspecified: [],
};

/** A gender by its name in any language or in the contract, without case. */
export function findGender(text: string): Gender | null {
  const wanted = text.toLowerCase();
  const genders = Object.entries<Readonly<Record<Language, string>>>(GENDER_NAMES) as [
    Gender,
    Readonly<Record<Language, string>>,
  ][];
  const entry = genders.find(([gender, names]) =>
    [gender, ...SHORT_GENDERS[gender], ...Object.values(names)].some((name) => name.toLowerCase() === wanted),
  );
  return entry?.[0] ?? null;
}
