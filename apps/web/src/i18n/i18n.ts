import { NamedError } from '@wakeline/contract/errors';
import { LANGUAGES, type Language } from '@wakeline/contract/languages';
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { INITIAL_NAMESPACES, type LanguagePack, type Namespace } from './namespaces.ts';

/** Local storage key of the selected language. */
const STORAGE_KEY = 'lang';

const PACK_LOADERS = {
  zh_CN: () => import('./zh_CN/pack.ts'),
  en_US: () => import('./en_US/pack.ts'),
} satisfies Record<Language, () => Promise<{ pack: LanguagePack }>>;

const packs = new Map<Language, LanguagePack>();

/** One file per namespace and language. */
const textFiles = import.meta.glob<{ default: object }>('./*/*.json');

/** Namespaces that the open screens use. */
const usedNamespaces = new Set<Namespace>(INITIAL_NAMESPACES);

/**
 * Loads the texts of these namespaces, unless they are loaded, in the page's language. They follow later changes of
 * language.
 */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) usedNamespaces.add(namespace);
  await loadTexts(parseLanguage(i18next.language) ?? 'zh_CN');
}

/** Whether a screen with Ant Design is open. */
let usesPacks = false;

/** Loads Ant Design's texts in the page's language. They follow later changes of language. */
export async function loadLanguagePack(): Promise<void> {
  usesPacks = true;
  await loadPack(parseLanguage(i18next.language) ?? 'zh_CN');
}

async function loadPack(language: Language): Promise<void> {
  if (!usesPacks || packs.has(language)) return;
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

/** The language selected in this browser, if any. */
export function getStoredLanguage(): Language | null {
  return parseLanguage(localStorage.getItem(STORAGE_KEY));
}

/** The language of the page; renders again when it changes. */
export function useLanguage(): Language {
  return parseLanguage(useTranslation().i18n.language) ?? 'zh_CN';
}

/** Ant Design's texts in the language of the page. */
export function useAntdLocale(): LanguagePack['antd'] | undefined {
  return packs.get(useLanguage())?.antd;
}

/** The language requested last. */
let requestedLanguage: Language | null = null;

async function applyLanguage(language: Language): Promise<void> {
  requestedLanguage = language;
  await Promise.all([loadPack(language), loadTexts(language)]);
  // Another language may have been requested meanwhile.
  if (language !== requestedLanguage) return;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language === 'zh_CN' ? 'zh-CN' : 'en';
}

/**
 * Changes the language on the user's request and stores the choice.
 * @throws NamedError `network-failed` when its texts cannot be loaded; then the page keeps its language and nothing is
 * stored.
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

/**
 * Applies the language that the server proposes (the page's or the user's setting) unless the user has selected one.
 */
export async function proposeLanguage(language: Language): Promise<void> {
  if (getStoredLanguage() !== null || language === i18next.language) return;
  // The user did not request it: without the texts the page keeps its language.
  await applyLanguage(language).catch(reportError);
}

/** Initialises the texts; await it before the first render. */
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
  // Language selected in another window of this browser.
  addEventListener('storage', ({ key, newValue }) => {
    const selected = key === STORAGE_KEY ? parseLanguage(newValue) : null;
    // Without the texts this window keeps its language until it is reloaded.
    if (selected !== null && selected !== i18next.language) applyLanguage(selected).catch(reportError);
  });
}
