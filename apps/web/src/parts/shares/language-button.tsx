import type { Language } from '@wakeline/contract/entities/user-config';
import { useLanguage } from '../../i18n/i18n.ts';
import { useSpeak } from '../../service/use-speak.ts';
import styles from './watch-head.module.css';

const OTHER: Readonly<Record<Language, readonly [language: Language, name: string]>> = {
  zh_CN: ['en_US', 'English'],
  en_US: ['zh_CN', '中文'],
};

/** The other language, for this browser: who watches a shared page has no settings here. */
export function LanguageButton() {
  const speak = useSpeak();
  const [other, name] = OTHER[useLanguage()];
  return (
    <button
      type="button"
      className={styles.language}
      lang={other === 'zh_CN' ? 'zh-CN' : 'en'}
      onClick={() => void speak(other)}
    >
      {name}
    </button>
  );
}
