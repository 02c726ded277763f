import { LANGUAGES, type Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { type Area, FIRST_AREAS, type LanguagePack } from './areas.ts';

/** Where the browser remembers the chosen language. */
const STORED = 'lang';

const load = {
  zh_CN: () => import('./zh_CN/pack.ts'),
  en_US: () => import('./en_US/pack.ts'),
} satisfies Record<Language, () => Promise<{ pack: LanguagePack }>>;

const packs = new Map<Language, LanguagePack>();

/** Each area of each language is a file of its own. */
const files = import.meta.glob<{ default: object }>('./*/*.json');

/** Areas that the open screens use. */
const used = new Set<Area>(FIRST_AREAS);

/** Loads the texts of these areas, unless they are there, in the language of the page; they follow it from then on. */
export async function loadAreas(areas: readonly Area[]): Promise<void> {
  for (const area of areas) used.add(area);
  await loadTexts(asLanguage(i18next.language) ?? 'zh_CN');
}

async function loadPack(language: Language): Promise<void> {
  if (packs.has(language)) return;
  const { pack } = await load[language]();
  packs.set(language, pack);
}

async function loadTexts(language: Language): Promise<void> {
  const missing = [...used].filter((area) => !i18next.hasResourceBundle(language, area));
  await Promise.all(
    missing.map(async (area) => {
      const texts = await files[`./${language}/${area}.json`]?.();
      i18next.addResourceBundle(language, area, texts?.default ?? {});
    }),
  );
}

function asLanguage(text: string | null): Language | null {
  return LANGUAGES.find((language) => language === text) ?? null;
}

/** The language that the person chose in this browser, if any. */
export function storedLanguage(): Language | null {
  return asLanguage(localStorage.getItem(STORED));
}

/** The language of the page; renders again when it changes. */
export function useLanguage(): Language {
  return asLanguage(useTranslation().i18n.language) ?? 'zh_CN';
}

/** Ant Design's words in the language of the page. */
export function useAntdLocale(): LanguagePack['antd'] | undefined {
  return packs.get(useLanguage())?.antd;
}

/** The language that was asked for last. */
let wanted: Language | null = null;

async function change(language: Language): Promise<void> {
  wanted = language;
  await Promise.all([loadPack(language), loadTexts(language)]);
  // Meanwhile another one may have been asked for.
  if (language !== wanted) return;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language === 'zh_CN' ? 'zh-CN' : 'en';
}

/**
 * Changes the language and remembers it: the person asked for it.
 *
 * @throws NamedError `network-failed` when its texts cannot be had; the page stays as it is, and nothing is remembered.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await change(language);
  } catch (error) {
    reportError(error);
    throw new NamedError('network-failed');
  }
  if (language === wanted) localStorage.setItem(STORED, language);
}

/** Follows what the server proposes (the page's or the user's setting) unless the person has chosen. */
export async function proposeLanguage(language: Language): Promise<void> {
  if (storedLanguage() !== null || language === i18next.language) return;
  // Nobody asked for it: without the texts the page stays as it is.
  await change(language).catch(reportError);
}

/** Makes the texts ready; to be awaited before the first drawing. */
export async function startTexts(): Promise<void> {
  const language = storedLanguage() ?? 'zh_CN';
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'app',
    resources: {},
    interpolation: { escapeValue: false },
  });
  await change(language);
  // Chosen in another window of this browser.
  addEventListener('storage', ({ key, newValue }) => {
    const chosen = key === STORED ? asLanguage(newValue) : null;
    // Without the texts this window keeps its language until it is opened anew.
    if (chosen !== null && chosen !== i18next.language) change(chosen).catch(reportError);
  });
}
