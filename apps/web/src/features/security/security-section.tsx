import { Button, Flex } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryContent } from '../../parts/settings/query-content.tsx';
import { Setting, SettingsSection } from '../../parts/settings/setting.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { PhoneDialog } from './phone-dialog.tsx';
import { useInvalidateSecurity, useSecurity } from './security-queries.ts';
import { SessionsSection } from './sessions-section.tsx';
import { TokensSection } from './tokens-section.tsx';
import { TwoFactorDialog } from './two-factor-dialog.tsx';
import { TwoFactorEndDialog } from './two-factor-end-dialog.tsx';
import { UnbindPhoneDialog } from './unbind-phone-dialog.tsx';

type Dialog = 'password' | 'phone' | 'phoneEnd' | 'twoFactor' | 'twoFactorEnd';

/** Security of the user's own login: password, phone, two-factor sign-in, sessions and tokens. */
export function SecuritySection() {
  const { t } = useTranslation('security');
  const security = useSecurity();
  const invalidateSecurity = useInvalidateSecurity();
  const [open, setOpen] = useState<Dialog | null>(null);
  const close = () => setOpen(null);
  const closeAndRefresh = () => {
    close();
    void invalidateSecurity();
  };

  return (
    <>
      <SettingsSection title={t('login')}>
        <Setting inline name={t('password.name')} hint={t('password.hint')}>
          {() => <Button onClick={() => setOpen('password')}>{t('password.change')}</Button>}
        </Setting>
        <QueryContent query={security}>
          {({ phone, twoFactor, recoveryCodesLeft }) => (
            <>
              <Setting inline name={t('phone.name')} hint={phone ?? t('phone.none')}>
                {() => (
                  <Flex wrap gap="small" justify="flex-end">
                    <Button onClick={() => setOpen('phone')}>
                      {t(phone === null ? 'phone.bind' : 'phone.change')}
                    </Button>
                    {phone !== null && (
                      <Button danger aria-label={t('phone.unbindTitle')} onClick={() => setOpen('phoneEnd')}>
                        {t('phone.unbind')}
                      </Button>
                    )}
                  </Flex>
                )}
              </Setting>
              <Setting
                inline
                name={t('twoFactor.name')}
                hint={twoFactor ? t('twoFactor.on', { count: recoveryCodesLeft }) : t('twoFactor.hint')}
              >
                {() =>
                  twoFactor ? (
                    <Button danger aria-label={t('twoFactor.end')} onClick={() => setOpen('twoFactorEnd')}>
                      {t('twoFactor.turnOff')}
                    </Button>
                  ) : (
                    <Button aria-label={t('twoFactor.begin')} onClick={() => setOpen('twoFactor')}>
                      {t('twoFactor.turnOn')}
                    </Button>
                  )
                }
              </Setting>
            </>
          )}
        </QueryContent>
      </SettingsSection>
      <SessionsSection />
      <TokensSection />
      <ChangePasswordDialog open={open === 'password'} onClose={closeAndRefresh} />
      <PhoneDialog open={open === 'phone'} onClose={close} onDone={closeAndRefresh} />
      <UnbindPhoneDialog open={open === 'phoneEnd'} onClose={close} onDone={closeAndRefresh} />
      <TwoFactorDialog open={open === 'twoFactor'} onClose={closeAndRefresh} />
      <TwoFactorEndDialog open={open === 'twoFactorEnd'} onClose={close} onDone={closeAndRefresh} />
    </>
  );
}
