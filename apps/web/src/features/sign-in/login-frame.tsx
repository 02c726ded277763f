import type { Language } from '@wakeline/contract/entities/user-config';
import { type ReactNode, useEffect, useState } from 'react';
import { proposeLanguage, useLanguage } from '../../i18n/i18n.ts';
import { useLoginConfig } from '../../service/branding.ts';
import { useSwitchLanguage } from '../../service/use-switch-language.ts';
import { Logo } from '../../ui/logo.tsx';
import { PlainAlert } from '../../ui/plain-alert.tsx';
import styles from './login-page.module.css';
import { LoginPicture } from './login-picture.tsx';

const OTHER_LANGUAGE: Readonly<Record<Language, readonly [language: Language, name: string]>> = {
  zh_CN: ['en_US', 'English'],
  en_US: ['zh_CN', '中文'],
};

/** Branded frame of the public pages: picture on one side, form on the other; on a phone only the form. */
export function LoginFrame({ children }: { readonly children: ReactNode }) {
  const language = useLanguage();
  const [failure, setFailure] = useState<string | null>(null);
  const changeLanguage = useSwitchLanguage(setFailure);
  const { data: config, isPending } = useLoginConfig();
  const lang = config?.lang;
  useEffect(() => {
    if (lang) void proposeLanguage(lang);
  }, [lang]);
  const [other, otherName] = OTHER_LANGUAGE[language];

  return (
    <div className={styles.page}>
      <div className={styles.picture}>
        {config?.loginPic ? <img src={config.loginPic} alt="" /> : !isPending && <LoginPicture />}
      </div>
      <main className={styles.side}>
        <div className={styles.language}>
          <button
            type="button"
            lang={other === 'zh_CN' ? 'zh-CN' : 'en'}
            onClick={() => {
              setFailure(null);
              void changeLanguage(other);
            }}
          >
            {otherName}
          </button>
        </div>
        <div className={styles.form}>
          {failure !== null && <PlainAlert type="error" text={failure} className={styles.alert ?? ''} />}
          {isPending ? (
            <div className={styles.placeholder} aria-hidden>
              <span />
              <span />
            </div>
          ) : (
            <div className={styles.brand}>
              {config?.logoUrl ? <img src={config.logoUrl} alt="" /> : <Logo />}
              <h1>{config?.sysName ?? 'Wakeline'}</h1>
            </div>
          )}
          {children}
        </div>
      </main>
    </div>
  );
}
