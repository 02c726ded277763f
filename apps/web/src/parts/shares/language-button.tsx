import type { Language } from '@wakeline/contract/entities/user-config';
import { App } from 'antd';
import { useLanguage } from '../../i18n/i18n.ts';
import { useSwitchLanguage } from '../../service/use-switch-language.ts';
import styles from './watch-header.module.css';

const OTHER_LANGUAGE: Readonly<Record<Language, readonly [language: Language, name: string]>> = {
  zh_CN: ['en_US', 'English'],
  en_US: ['zh_CN', '中文'],
};

/** Switches to the other language in this browser, because visitors of a shared page have no settings. */
export function LanguageButton() {
  const { message } = App.useApp();
  const switchLanguage = useSwitchLanguage((text) => message.error(text));
  const [other, name] = OTHER_LANGUAGE[useLanguage()];
  return (
    <button
      type="button"
      className={styles.language}
      lang={other === 'zh_CN' ? 'zh-CN' : 'en'}
      onClick={() => void switchLanguage(other)}
    >
      {name}
    </button>
  );
}
