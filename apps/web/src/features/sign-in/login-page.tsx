import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLoginConfig } from '../../service/branding.ts';
import { useSearchParams } from '../../ui/search-params.ts';
import { AccountPanel } from './account-panel.tsx';
import type { CodePanelProps } from './code-panel.tsx';
import { LoginFrame } from './login-frame.tsx';
import { LoginMessage } from './login-message.tsx';
import styles from './login-page.module.css';
import { type PanelState, panelOf, withPanel } from './panel.ts';
import { PanelLinks } from './panel-links.tsx';
import type { RegistrationPanelProps } from './registration-panel.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { useSignIn } from './use-sign-in.ts';

interface LoginPageProps {
  readonly CodePanel: ComponentType<CodePanelProps>;
  readonly RegistrationPanel: ComponentType<RegistrationPanelProps>;
}

/** The login page. The address selects the panel. */
export function LoginPage(panels: LoginPageProps) {
  const [search] = useSearchParams();
  const { data: config, isError, refetch } = useLoginConfig();
  const registrationOpen = config === undefined && !isError ? null : config?.isOpenRegister === 1;
  const panelState = panelOf(search, registrationOpen);
  const requestedPanel = search.get('panel');
  const [registered, setRegistered] = useState<string | null>(null);
  // A typed phone number is kept when switching panels.
  const [phone, setPhone] = useState('');

  // Each visit to a panel checks again whether registration is open, because an address may be outdated.
  useEffect(() => {
    if (requestedPanel !== null) void refetch({ cancelRefetch: false });
  }, [requestedPanel, refetch]);

  return (
    <LoginFrame>
      <PanelWithLinks
        {...panels}
        key={panelState.panel}
        panelState={panelState}
        registrationOpen={registrationOpen === true}
        registered={registered}
        onRegistered={setRegistered}
        phone={phone}
        onPhone={setPhone}
      />
    </LoginFrame>
  );
}

interface PanelWithLinksProps extends LoginPageProps {
  readonly panelState: PanelState;
  readonly registrationOpen: boolean;
  /** Phone number of a registration in this page. */
  readonly registered: string | null;
  readonly onRegistered: (phone: string) => void;
  /** The phone number as typed in any panel. */
  readonly phone: string;
  readonly onPhone: (phone: string) => void;
}

/** A panel with its title and links to the others. Switching panels clears its errors. */
function PanelWithLinks({
  CodePanel,
  RegistrationPanel,
  panelState,
  registrationOpen,
  registered,
  onRegistered,
  phone,
  onPhone,
}: PanelWithLinksProps) {
  const { t } = useTranslation('signIn');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const attempt = useSignIn();
  const { panel, refused } = panelState;

  if (attempt.challenged) {
    return (
      <>
        <h2 className={styles.title}>{t('title.secondFactor')}</h2>
        <SecondFactorForm attempt={attempt} />
      </>
    );
  }
  return (
    <>
      <h2 className={styles.title}>{t(`title.${panel}`)}</h2>
      {panel === 'account' && (
        <AccountPanel
          attempt={attempt}
          registered={registered}
          message={<LoginMessage registered={registered !== null} refused={refused} />}
        />
      )}
      <Suspense fallback={null}>
        {panel === 'code' && <CodePanel attempt={attempt} phone={phone} onPhone={onPhone} />}
        {panel === 'register' && (
          <RegistrationPanel
            phone={phone}
            onPhone={onPhone}
            onRegistered={(registeredPhone) => {
              onRegistered(registeredPhone);
              // Drops the requested page, which was another user's link: a new account starts at its own start page.
              const query = new URLSearchParams(search);
              query.delete('from');
              void navigate({ search: withPanel(query, 'account') });
            }}
          />
        )}
      </Suspense>
      {registrationOpen && <PanelLinks panel={panel} />}
    </>
  );
}
