import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../../parts/forms/form-failure.tsx';
import { useClient } from '../../../service/client.ts';
import { Logo } from '../../../ui/logo.tsx';
import { LanguageButton } from './language-button.tsx';
import styles from './match-helper.module.css';

interface Fields {
  readonly code: string;
}

/** The code of a helper; a link of the host contains it after #. */
export function HelperSignIn({ onSignedIn }: { readonly onSignedIn: (token: string) => void }) {
  const { t } = useTranslation('matchHelper');
  const client = useClient();
  const [form] = Form.useForm<Fields>();
  const signIn = useMutation({
    mutationFn: ({ code }: Fields) => client.call('matchLogin', { code }),
    onSuccess({ token }) {
      // The code is not needed any more, and stays out of the history.
      window.history.replaceState(null, '', window.location.pathname);
      onSignedIn(token);
    },
  });
  return (
    <main className={styles.signIn}>
      <div className={styles.top}>
        <Logo />
        <LanguageButton />
      </div>
      <h1>{t('title')}</h1>
      <p>{t('signIn.text')}</p>
      <Form<Fields>
        form={form}
        layout="vertical"
        size="large"
        validateTrigger="onSubmit"
        initialValues={{ code: readCode() }}
        onValuesChange={() => signIn.reset()}
        onFinish={(fields) => signIn.mutate(fields)}
      >
        {signIn.error !== null && <FormFailure error={signIn.error} />}
        <Form.Item
          name="code"
          label={t('signIn.code')}
          rules={[{ required: true, whitespace: true, message: t('signIn.required') }]}
        >
          <Input
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            placeholder="XXXX-XXXX-XXXX"
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={signIn.isPending}>
          {t('signIn.submit')}
        </Button>
      </Form>
    </main>
  );
}

function readCode(): string {
  try {
    return decodeURIComponent(window.location.hash.slice(1));
  } catch {
    // Not a link of the host.
    return '';
  }
}
