import type { Language } from '@wakeline/contract/entities/user-config';
import { App, Button } from 'antd';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useSwitchLanguage } from '../../../service/use-switch-language.ts';

const OTHERS: Readonly<Record<Language, readonly [language: Language, name: string, tag: string]>> = {
  zh_CN: ['en_US', 'English', 'en'],
  en_US: ['zh_CN', '中文', 'zh-CN'],
};

/** Switches to the other language. */
export function LanguageButton() {
  const { message } = App.useApp();
  const change = useSwitchLanguage((text) => message.error(text));
  const [language, name, tag] = OTHERS[useLanguage()];
  return (
    <Button type="text" lang={tag} onClick={() => void change(language)}>
      {name}
    </Button>
  );
}
