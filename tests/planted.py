"""Secrets and addresses as they slip into logs; none is real, and none stands here in one piece.

Tokens are put together here, so that no scanner of repositories takes this file for a leak.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Planted:
    """A line, what in it must be found, and as what."""

    kind: str
    line: str
    secret: str


def _p(kind: str, line: str, *parts: str) -> Planted:
    secret = "".join(parts)
    return Planted(kind, line.replace("¤", secret), secret)


A = "AbCd0123EfGh4567IjKl8901MnOp2345QrSt6789"
HEX = "0123456789abcdef" * 4

PLANTED = [
    _p("passwords", "$ mysql -h 127.0.0.1 -uroot -p¤ sbtest < ddl.sql", "hunter", "2"),
    _p("passwords", "$ mysqldump -u root -p'¤' sbtest", "two words"),
    _p("passwords", "+ mariadb --user=root --password=¤ -e 'alter table t add index i(c)'", "Tr0ub4dor"),
    _p("passwords", "+ sysbench oltp_read_write --mysql-user=sb --mysql-password=¤ --tables=4 run", "s3cr3t!x"),
    _p("passwords", "sysbench oltp_read_write --pgsql-password=¤ --threads=4 run", "pgpw-1"),
    _p("passwords", 'sysbench oltp_read_only --mysql-password="¤" run', "with space"),
    _p("passwords", "go-tpc tpcc -H 127.0.0.1 --password ¤ run", "tpc-pass-9"),
    _p("passwords", "PGPASSWORD=¤ psql -h 127.0.0.1 -d sbtest", "pg-env-pass"),
    _p("passwords", "export MYSQL_PWD='¤'", "env-pass-2"),
    _p("passwords", "MYSQL_ROOT_PASSWORD=¤ docker run mysql:8.0", "rootpass77"),
    _p("passwords", "  - MARIADB_PASSWORD: ¤", "compose-pass"),
    _p("passwords", "connect to mysql://bench:¤@127.0.0.1:3306/sbtest", "urlpass1"),
    _p("passwords", "postgres://bench:¤@127.0.0.1/sbtest?sslmode=disable", "url%21pass"),
    _p("passwords", "mongodb+srv://u:¤@127.0.0.1/db", "mongo-pass"),
    _p("passwords", "dsn: root:¤@tcp(127.0.0.1:4000)/test?charset=utf8", "dsn-pass"),
    _p("passwords", 'DSN="bench:¤@unix(/tmp/mysql.sock)/sbtest"', "sock-pass"),
    _p("passwords", "host=127.0.0.1 user=bench password=¤ dbname=sbtest", "conninfo-pw"),
    _p("passwords", '{"user": "bench", "password": "¤"}', "json pass"),
    _p("passwords", "mysql> CREATE USER 'bench'@'%' IDENTIFIED BY '¤';", "ident-pass"),
    _p("passwords", "alter user root@localhost identified with mysql_native_password by '¤';", "native-pass"),
    _p("passwords", "mysql> SET PASSWORD FOR 'bench'@'%' = '¤';", "set-pass-1"),
    _p("passwords", "postgres=# ALTER ROLE bench LOGIN PASSWORD '¤';", "role-pass"),
    _p("passwords", "CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PASSWORD='¤';", "repl-pass"),
    _p("passwords", 'DEBUG: mysql_real_connect(0x55d0, "127.0.0.1", "app", "¤", "sbtest", 3306)', "debug-pass"),
    _p("passwords", "+ sshpass -p ¤ ssh root@127.0.0.1", "ssh-pass"),
    _p("passwords", "pt-online-schema-change --alter 'add index i(c)' -u root -p ¤ D=sbtest,t=t1", "ptosc-pw"),
    _p("passwords", "gh-ost --user=root --password=¤ --host=127.0.0.1 --alter='add index i(c)'", "ghost-pw"),
    _p("keys", "AWS_ACCESS_KEY_ID=¤", "AK", "IA", "ABCDEFGH12345678"),
    _p("keys", "aws_secret_access_key = ¤", A[:20], "/", A[:19]),
    _p("keys", "using temporary credentials ¤ of the role", "AS", "IA", "HGFEDCBA87654321"),
    _p("keys", "gcloud: key=¤", "AI", "za", A[:35]),
    _p("keys", "accessKeyId: ¤", "LT", "AI", "5tAbCdEfGhIjKlMnOpQr"),
    _p("keys", "accessKeySecret: ¤", A[:30]),
    _p("keys", "secretId ¤ for COS", "AK", "ID", A[:32]),
    _p("keys", "DefaultEndpointsProtocol=https;AccountName=b;AccountKey=¤;", A, "=="),
    _p("keys", "GET /backup?X-Amz-Signature=¤ 200", HEX),
    _p("tokens", "git clone with ¤", "gh", "p_", A[:36]),
    _p("tokens", "token ¤ expired", "github", "_pat_", A[:30]),
    _p("tokens", "glab auth ¤", "gl", "pat-", A[:20]),
    _p("tokens", "notify ¤", "xo", "xb-", "123456789012-", A[:24]),
    _p("tokens", "curl https://¤", "hooks.slack", ".com/services/", "T0000/B0000/", A[:24]),
    _p("tokens", "cookie session=¤", "ey", "JhbGciOiJIUzI1NiJ9.", "ey", "JzdWIiOiIxMjM0In0.", A[:30]),
    _p("tokens", "Authorization: Bearer ¤", A),
    _p("tokens", "authorization: Basic ¤", "YmVuY2g6c2VjcmV0"),
    _p("tokens", "VAULT_TOKEN=¤", "hvs.", A[:24]),
    _p("tokens", "npm publish with ¤", "np", "m_", A[:36]),
    _p("private-keys", "¤ MHcCAQEEIB -----END RSA PRIVATE" + " KEY-----", "-----BEGIN ", "RSA PRIVATE ", "KEY-----"),
    _p("emails", "contributor = mail ¤ about it", "jane.doe", "@", "company-mail.com"),
    _p("emails", "Started by ¤", "bench+ddl", "@", "firma.de"),
    _p("addresses", "connected to ¤:3306", "8.", "8.4.4"),
    _p("addresses", "--mysql-host=¤ --tables=4", "52.", "94.236.248"),
    _p("addresses", "[root@¤ ~]# uptime", "203.", "1.178.9"),
    _p("addresses-v6", "tcp6 0 0 ¤.3306 ESTABLISHED", "2001:4860:", "4860::8888"),
    _p("addresses-v6", "peer [¤]:5432", "2a00:1450:4001:", "81b::200e"),
    _p("hosts", "connecting to ¤", "db-master-1.", "prod.internal"),
    _p("hosts", "mysql -h ¤ -P 3306", "mysql57.", "bench-corp.com"),
    _p("hosts", "--mysql-host=¤", "bench.", "abc123.eu-west-1.rds.amazonaws.com"),
    _p("hosts", "host=¤ port=5432", "pg1.", "dc2.some-company.net"),
    _p("hosts", "Host: ¤:25060  DB: bench", "db3.", "some-other-company.net"),
    _p("hosts", "sysbench --hostname=¤ run", "db4.", "bench-lab.io"),
    _p("hosts", "mysql -h¤ -uroot", "mysql80.", "bench-lab.org"),
    _p("hosts", "ubuntu@¤:~$ ./run.sh", "ip-172-31-4-5.", "ec2.internal"),
    _p("hosts", "backend ¤ is up", "tidb-0.tidb-peer.", "svc.cluster.local"),
]

HARMLESS = """\
[ 10s ] thds: 16 tps: 1204.32 qps: 24086.10 (r/w/o: 16860.92/4817.27/2407.91) lat (ms,95%): 15.83 err/s: 0.00
sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)
sysbench 0.4.12.10:  multi-threaded system evaluation benchmark
begin to check warehouse 1 at condition 3.3.2.11
$ mysql -u root -p -h 127.0.0.1 -P 3306
mysql: [Warning] Using a password on the command line interface can be insecure.
ERROR 1045 (28000): Access denied for user 'root'@'localhost' (using password: YES)
Enter password:
+ sysbench --mysql-password=*** --mysql-user=sb run
+ sysbench --mysql-password=$PASSWORD --mysql-user=sb run
PGPASSWORD=<hidden> psql
CREATE USER 'a'@'%' IDENTIFIED BY '***';
mysql://user:***@127.0.0.1/db
2024-03-04T10:20:30.123456Z 10:20:30 00:11:22:33:44:55
connected to ::1 and 127.0.0.1 and 0.0.0.0
std::vector<ib::Table>::push_back dict0dict.cc:1234
performance_schema.events_stages_current stage/innodb/alter
write to user@example.com or noreply@host.invalid
see https://www.percona.com/doc and https://dev.mysql.com/doc/refman/8.0/en/
Server version: 10.11.19-MariaDB-0+deb12u1 Debian 12
[root@db1 tmp]# ./run.sh
alter table t add column pass varchar(10), add column token int
innodb_sort_buffer_size = 1048576
key_len: 4, key: PRIMARY, secret: 0
Thread pointer: 0x7f1c2c000d58
server listens on 192.0.2.7 and 2001:db8::1
Skipping password check
""".splitlines()
