import { otp } from '@wakeline/contract/fields';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { passwordDigest } from '../../parts/credentials/password.ts';
import { SecureForm } from '../../parts/forms/secure-form.tsx';
import { useClient } from '../../service/client.ts';
import { fieldRule } from '../../service/field-rule.ts';
import { OwnPasswordField } from './own-password-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecretToScan } from './secret-to-scan.tsx';

/** Steps of the setup: password, first code from the authenticator, recovery codes. */
type Step =
  | { readonly kind: 'password' }
  | { readonly kind: 'scan'; readonly secret: ResultOf<Operations['beginTwoFactor']> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

interface TwoFactorDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Enables two-factor sign-in. It is active only after the last step, which displays the recovery codes once. */
export function TwoFactorDialog({ open, onClose }: TwoFactorDialogProps) {
  const { t } = useTranslation('security');
  const [step, setStep] = useState<Step['kind']>('password');
  return (
    <Modal
      open={open}
      title={t('twoFactor.begin')}
      onCancel={onClose}
      afterOpenChange={() => setStep('password')}
      // The recovery codes are displayed only once, so this step closes only with its own button.
      closable={step !== 'codes'}
      keyboard={step === 'password'}
      mask={{ closable: false }}
      footer={null}
      width={440}
      destroyOnHidden
    >
      <Steps onStep={setStep} onClose={onClose} />
    </Modal>
  );
}

interface StepsProps {
  readonly onStep: (kind: Step['kind']) => void;
  readonly onClose: () => void;
}

function Steps({ onStep, onClose }: StepsProps) {
  const { t } = useTranslation('security');
  const language = useLanguage();
  const client = useClient();
  const [step, setStep] = useState<Step>({ kind: 'password' });
  const go = (next: Step) => {
    setStep(next);
    onStep(next.kind);
  };

  if (step.kind === 'codes') return <RecoveryCodes codes={step.codes} onSaved={onClose} />;
  if (step.kind === 'scan')
    return (
      <SecureForm<{ readonly otp: string }>
        key="scan"
        submitLabel={t('twoFactor.confirm')}
        errorFields={{ 'second-factor-wrong': 'otp' }}
        onSubmit={async (fields) => {
          const { recoveryCodes } = await client.call('confirmTwoFactor', { otp: fields.otp });
          go({ kind: 'codes', codes: recoveryCodes });
        }}
        onDone={() => undefined}
        onCancel={onClose}
      >
        <SecretToScan {...step.secret} />
        <Form.Item name="otp" label={t('twoFactor.code')} rules={[fieldRule(otp, language)]}>
          <Input inputMode="numeric" autoComplete="one-time-code" autoFocus spellCheck={false} />
        </Form.Item>
      </SecureForm>
    );
  return (
    <SecureForm<{ readonly password: string }>
      key="password"
      submitLabel={t('twoFactor.next')}
      errorFields={{ 'password-wrong': 'password' }}
      onSubmit={async ({ password }) =>
        go({
          kind: 'scan',
          secret: await client.call('beginTwoFactor', { oldPD: passwordDigest(password) }),
        })
      }
      onDone={() => undefined}
      onCancel={onClose}
    >
      <p>{t('twoFactor.about')}</p>
      <OwnPasswordField autoFocus />
    </SecureForm>
  );
}
