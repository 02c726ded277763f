import { LANGUAGES, type Language } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { INITIAL_NAMESPACES, type LanguagePack, type Namespace } from './namespaces.ts';

/** Where the browser remembers the chosen language. */
const STORAGE_KEY = 'lang';

const PACK_LOADERS = {
  zh_CN: () => import('./zh_CN/pack.ts'),
  en_US: () => import('./en_US/pack.ts'),
} satisfies Record<Language, () => Promise<{ pack: LanguagePack }>>;

const packs = new Map<Language, LanguagePack>();

/** Each area of each language is a file of its own. */
const textFiles = import.meta.glob<{ default: object }>('./*/*.json');

/** Areas that the open screens use. */
const usedNamespaces = new Set<Namespace>(INITIAL_NAMESPACES);

/** Loads the texts of these areas, unless they are there, in the language of the page; they follow it from then on. */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) usedNamespaces.add(namespace);
  await loadTexts(parseLanguage(i18next.language) ?? 'zh_CN');
}

async function loadPack(language: Language): Promise<void> {
  if (packs.has(language)) return;
  const { pack } = await PACK_LOADERS[language]();
  packs.set(language, pack);
}

async function loadTexts(language: Language): Promise<void> {
  const missing = [...usedNamespaces].filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  await Promise.all(
    missing.map(async (namespace) => {
      const texts = await textFiles[`./${language}/${namespace}.json`]?.();
      i18next.addResourceBundle(language, namespace, texts?.default ?? {});
    }),
  );
}

function parseLanguage(text: string | null): Language | null {
  return LANGUAGES.find((language) => language === text) ?? null;
}

/** The language that the person chose in this browser, if any. */
export function getStoredLanguage(): Language | null {
  return parseLanguage(localStorage.getItem(STORAGE_KEY));
}

/** The language of the page; renders again when it changes. */
export function useLanguage(): Language {
  return parseLanguage(useTranslation().i18n.language) ?? 'zh_CN';
}

/** Ant Design's words in the language of the page. */
export function useAntdLocale(): LanguagePack['antd'] | undefined {
  return packs.get(useLanguage())?.antd;
}

/** The language that was asked for last. */
let requestedLanguage: Language | null = null;

async function applyLanguage(language: Language): Promise<void> {
  requestedLanguage = language;
  await Promise.all([loadPack(language), loadTexts(language)]);
  // Meanwhile another one may have been asked for.
  if (language !== requestedLanguage) return;
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
    await applyLanguage(language);
  } catch (error) {
    reportError(error);
    throw new NamedError('network-failed');
  }
  if (language === requestedLanguage) localStorage.setItem(STORAGE_KEY, language);
}

/** Follows what the server proposes (the page's or the user's setting) unless the person has chosen. */
export async function proposeLanguage(language: Language): Promise<void> {
  if (getStoredLanguage() !== null || language === i18next.language) return;
  // Nobody asked for it: without the texts the page stays as it is.
  await applyLanguage(language).catch(reportError);
}

/** Makes the texts ready; to be awaited before the first drawing. */
export async function initializeTexts(): Promise<void> {
  const language = getStoredLanguage() ?? 'zh_CN';
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'app',
    resources: {},
    interpolation: { escapeValue: false },
  });
  await applyLanguage(language);
  // Chosen in another window of this browser.
  addEventListener('storage', ({ key, newValue }) => {
    const chosen = key === STORAGE_KEY ? parseLanguage(newValue) : null;
    // Without the texts this window keeps its language until it is opened anew.
    if (chosen !== null && chosen !== i18next.language) applyLanguage(chosen).catch(reportError);
  });
}
