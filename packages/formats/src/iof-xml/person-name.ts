const HAN = /^\p{Script=Han}+$/u;
/** Chinese family names of two characters. */
const TWO_CHARACTERS =
  /^(?:欧阳|太史|端木|上官|司马|东方|独孤|南宫|万俟|闻人|夏侯|诸葛|尉迟|公羊|赫连|澹台|皇甫|宗政|濮阳|公冶|太叔|申屠|公孙|慕容|仲孙|钟离|长孙|宇文|司徒|鲜于|司空|令狐|百里|呼延|东郭|南门|西门)./u;

export interface FileName {
  readonly family: string;
  readonly given: string;
}

/** The two names of the format: the family name is the first character or two of Chinese names, the last word of others. */
export function splitName(name: string): FileName {
  const text = name.trim().replace(/\s+/g, ' ');
  if (HAN.test(text)) {
    const length = TWO_CHARACTERS.test(text) ? 2 : 1;
    return { family: text.slice(0, length), given: text.slice(length) };
  }
  const at = text.lastIndexOf(' ');
  return { family: text.slice(at + 1), given: text.slice(0, Math.max(0, at)) };
}

/** Chinese names have the family name first, without a space. */
export function joinName({ family, given }: FileName): string {
  if (HAN.test(family) && HAN.test(given)) return family + given;
  return `${given} ${family}`.trim();
}
