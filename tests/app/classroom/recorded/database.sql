-- the teacher of D222RN has the token awrzsntyoirtyykxxcqshtxznznxehzmykwmtkrjwutcrcev
-- the teacher of PXG4PN has the token fcgxoylhuvarccxbgzkdegtcxjzxhgmcqbazhplibxzzcfqz
-- the teacher of Q9ZB87 has the token hohpgruvzomwtojhcudtoztzdnoinjnallhkurmqjfahpwvn
-- the teacher of SJGDRB has the token zqgbypjponbjkfwlrststgzdxwwbcvmjzbnldkswancucajt
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0008');
CREATE TABLE lesson_answers (
	room VARCHAR(6) NOT NULL, 
	guest INTEGER NOT NULL, 
	question VARCHAR(16) NOT NULL, 
	answer TEXT NOT NULL, 
	correct BOOLEAN NOT NULL, 
	thought TEXT NOT NULL, 
	tries INTEGER NOT NULL, 
	answered DATETIME NOT NULL, 
	PRIMARY KEY (room, guest, question), 
	FOREIGN KEY(room) REFERENCES rooms (code) ON DELETE CASCADE
);
INSERT INTO "lesson_answers" VALUES('D222RN',1,'1.2','2',0,'',1,'2026-11-30 00:54:42.942997');
INSERT INTO "lesson_answers" VALUES('SJGDRB',1,'1.2','2',0,'',1,'2026-11-30 00:54:44.991998');
CREATE TABLE lesson_places (
	room VARCHAR(6) NOT NULL, 
	guest INTEGER NOT NULL, 
	page INTEGER NOT NULL, 
	PRIMARY KEY (room, guest), 
	FOREIGN KEY(room) REFERENCES rooms (code) ON DELETE CASCADE
);
INSERT INTO "lesson_places" VALUES('D222RN',1,1);
INSERT INTO "lesson_places" VALUES('SJGDRB',1,1);
CREATE TABLE poll_answers (
	poll INTEGER NOT NULL, 
	guest INTEGER NOT NULL, 
	answer TEXT NOT NULL, 
	answered DATETIME NOT NULL, first TEXT, 
	PRIMARY KEY (poll, guest), 
	FOREIGN KEY(poll) REFERENCES polls (poll) ON DELETE CASCADE
);
INSERT INTO "poll_answers" VALUES(1,1,'"3"','2026-11-30 00:54:38.887778',NULL);
INSERT INTO "poll_answers" VALUES(1,2,'"4"','2026-11-30 00:54:38.904099',NULL);
INSERT INTO "poll_answers" VALUES(2,1,'"3"','2026-11-30 00:54:43.275975',NULL);
INSERT INTO "poll_answers" VALUES(2,2,'"4"','2026-11-30 00:54:43.316033',NULL);
INSERT INTO "poll_answers" VALUES(3,1,'"3"','2026-11-30 00:54:43.804807',NULL);
INSERT INTO "poll_answers" VALUES(3,2,'"4"','2026-11-30 00:54:43.826377',NULL);
INSERT INTO "poll_answers" VALUES(4,1,'"3"','2026-11-30 00:54:44.459902',NULL);
INSERT INTO "poll_answers" VALUES(4,2,'"4"','2026-11-30 00:54:44.472749',NULL);
CREATE TABLE polls (
	poll INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	room VARCHAR(6) NOT NULL, 
	question JSON NOT NULL, 
	expected TEXT NOT NULL, 
	about JSON NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	asked DATETIME NOT NULL, round INTEGER DEFAULT '1' NOT NULL, moderation JSON, 
	FOREIGN KEY(room) REFERENCES rooms (code) ON DELETE CASCADE
);
INSERT INTO "polls" VALUES(1,'D222RN','{"prompt": "What is the gradient of `a`?", "node": 0, "quantity": "gradient", "type": "number", "tolerance": 0.01}','{"type":"number","value":4.0,"mistakes":[[1.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[3.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[3.0,"Multiply local derivatives along one path; add the products of all paths."],[-4.0,"The size is right, the sign is not. Follow the signs through the product."],[4.0,"That is only the local derivative. Multiply it by the upstream gradient."],[2.0,"That is the upstream gradient. Only addition passes it on unchanged; here a local derivative scales it."],[6.0,"The chain rule multiplies upstream gradient and local derivative. Only contributions of several paths are added."],[14.0,"That uses the output of the node. Look at its rule: the local derivative differs."],[4.0,"That uses the input value. Look at the rule of the node: what is its local derivative?"],[2.0,"That is its value. The gradient says how fast it changes the output, not how large it is."]]}','{"program": "a=2\nb=3\nL=a*b+a", "inputs": {}, "output": null}','open','2026-11-30 00:54:38.860351',1,NULL);
INSERT INTO "polls" VALUES(2,'PXG4PN','{"prompt": "What is the gradient of `a`?", "node": 0, "quantity": "gradient", "type": "number", "tolerance": 0.01}','{"type":"number","value":4.0,"mistakes":[[1.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[3.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[3.0,"Multiply local derivatives along one path; add the products of all paths."],[-4.0,"The size is right, the sign is not. Follow the signs through the product."],[4.0,"That is only the local derivative. Multiply it by the upstream gradient."],[2.0,"That is the upstream gradient. Only addition passes it on unchanged; here a local derivative scales it."],[6.0,"The chain rule multiplies upstream gradient and local derivative. Only contributions of several paths are added."],[14.0,"That uses the output of the node. Look at its rule: the local derivative differs."],[4.0,"That uses the input value. Look at the rule of the node: what is its local derivative?"],[2.0,"That is its value. The gradient says how fast it changes the output, not how large it is."]]}','{"program": "a=2\nb=3\nL=a*b+a", "inputs": {}, "output": null}','discuss','2026-11-30 00:54:43.221807',1,NULL);
INSERT INTO "polls" VALUES(3,'Q9ZB87','{"prompt": "What is the gradient of `a`?", "node": 0, "quantity": "gradient", "type": "number", "tolerance": 0.01}','{"type":"number","value":4.0,"mistakes":[[1.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[3.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[3.0,"Multiply local derivatives along one path; add the products of all paths."],[-4.0,"The size is right, the sign is not. Follow the signs through the product."],[4.0,"That is only the local derivative. Multiply it by the upstream gradient."],[2.0,"That is the upstream gradient. Only addition passes it on unchanged; here a local derivative scales it."],[6.0,"The chain rule multiplies upstream gradient and local derivative. Only contributions of several paths are added."],[14.0,"That uses the output of the node. Look at its rule: the local derivative differs."],[4.0,"That uses the input value. Look at the rule of the node: what is its local derivative?"],[2.0,"That is its value. The gradient says how fast it changes the output, not how large it is."]]}','{"program": "a=2\nb=3\nL=a*b+a", "inputs": {}, "output": null}','revealed','2026-11-30 00:54:43.783542',1,NULL);
INSERT INTO "polls" VALUES(4,'SJGDRB','{"prompt": "What is the gradient of `a`?", "node": 0, "quantity": "gradient", "type": "number", "tolerance": 0.01}','{"type":"number","value":4.0,"mistakes":[[1.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[3.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[3.0,"Multiply local derivatives along one path; add the products of all paths."],[-4.0,"The size is right, the sign is not. Follow the signs through the product."],[4.0,"That is only the local derivative. Multiply it by the upstream gradient."],[2.0,"That is the upstream gradient. Only addition passes it on unchanged; here a local derivative scales it."],[6.0,"The chain rule multiplies upstream gradient and local derivative. Only contributions of several paths are added."],[14.0,"That uses the output of the node. Look at its rule: the local derivative differs."],[4.0,"That uses the input value. Look at the rule of the node: what is its local derivative?"],[2.0,"That is its value. The gradient says how fast it changes the output, not how large it is."]]}','{"program": "a=2\nb=3\nL=a*b+a", "inputs": {}, "output": null}','over','2026-11-30 00:54:44.387575',1,NULL);
CREATE TABLE practice_exercises (
	practice INTEGER NOT NULL, 
	guest INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	program TEXT NOT NULL, 
	name VARCHAR(8) NOT NULL, 
	expected TEXT NOT NULL, 
	answer TEXT, 
	correct BOOLEAN NOT NULL, 
	tries INTEGER NOT NULL, 
	answered DATETIME, 
	PRIMARY KEY (practice, guest, number), 
	FOREIGN KEY(practice) REFERENCES practice_sets (practice) ON DELETE CASCADE
);
INSERT INTO "practice_exercises" VALUES(1,1,1,'a = 4
u = -a
a * u','a','{"type":"number","value":-8.0,"mistakes":[[-4.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[-4.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[16.0,"Multiply local derivatives along one path; add the products of all paths."],[8.0,"The size is right, the sign is not. Follow the signs through the product."],[-5.0,"That is only the local derivative. Multiply it by the upstream gradient."],[5.0,"That is the upstream gradient. Only addition passes it on unchanged; here a local derivative scales it."],[0.0,"The chain rule multiplies upstream gradient and local derivative. Only contributions of several paths are added."],[-32.0,"That uses the output of the node. Look at its rule: the local derivative differs."],[20.0,"That uses the input value. Look at the rule of the node: what is its local derivative?"],[4.0,"That is its value. The gradient says how fast it changes the output, not how large it is."]]}','1',0,1,'2026-11-30 00:54:39.141318');
INSERT INTO "practice_exercises" VALUES(1,1,2,'a = 2
u = -a
a - u','a','{"type":"number","value":2.0,"mistakes":[[1.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[1.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[1.0,"Multiply local derivatives along one path; add the products of all paths."],[-2.0,"The size is right, the sign is not. Follow the signs through the product."],[0.0,"That is only the local derivative. Multiply it by the upstream gradient."],[0.0,"That is the upstream gradient. Only addition passes it on unchanged; here a local derivative scales it."],[0.0,"The chain rule multiplies upstream gradient and local derivative. Only contributions of several paths are added."],[6.0,"That uses the output of the node. Look at its rule: the local derivative differs."],[0.0,"That uses the input value. Look at the rule of the node: what is its local derivative?"],[2.0,"That is its value. The gradient says how fast it changes the output, not how large it is."]]}',NULL,0,0,NULL);
INSERT INTO "practice_exercises" VALUES(2,1,1,'a = -2
b = -2
u = prelu(a, b)
a * u','a','{"type":"number","value":8.0,"mistakes":[[4.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[4.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[16.0,"Multiply local derivatives along one path; add the products of all paths."],[-8.0,"The size is right, the sign is not. Follow the signs through the product."],[2.0,"That is only the local derivative. Multiply it by the upstream gradient."],[-1.0,"That is the upstream gradient. Only addition passes it on unchanged; here a local derivative scales it."],[1.0,"The chain rule multiplies upstream gradient and local derivative. Only contributions of several paths are added."],[-16.0,"That uses the output of the node. Look at its rule: the local derivative differs."],[2.0,"That uses the input value. Look at the rule of the node: what is its local derivative?"],[-2.0,"That is its value. The gradient says how fast it changes the output, not how large it is."]]}','1',0,1,'2026-11-30 00:54:43.644028');
INSERT INTO "practice_exercises" VALUES(2,1,2,'a = 3
b = 5
c = 2
u = a + b
v = u + c
v % a','a','{"type":"number","value":-2.0,"mistakes":[[-3.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[1.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[-3.0,"Multiply local derivatives along one path; add the products of all paths."],[2.0,"The size is right, the sign is not. Follow the signs through the product."],[-2.0,"That is only the local derivative. Multiply it by the upstream gradient."],[2.0,"That is the upstream gradient. Only addition passes it on unchanged; here a local derivative scales it."],[0.0,"The chain rule multiplies upstream gradient and local derivative. Only contributions of several paths are added."],[9.0,"That uses the output of the node. Look at its rule: the local derivative differs."],[6.0,"That uses the input value. Look at the rule of the node: what is its local derivative?"],[3.0,"That is its value. The gradient says how fast it changes the output, not how large it is."]]}',NULL,0,0,NULL);
INSERT INTO "practice_exercises" VALUES(3,1,1,'a = -2
u = -a
u * a','a','{"type":"number","value":4.0,"mistakes":[[2.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[2.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[4.0,"Multiply local derivatives along one path; add the products of all paths."],[-4.0,"The size is right, the sign is not. Follow the signs through the product."],[1.0,"That is only the local derivative. Multiply it by the upstream gradient."],[-1.0,"That is the upstream gradient. Only addition passes it on unchanged; here a local derivative scales it."],[0.0,"The chain rule multiplies upstream gradient and local derivative. Only contributions of several paths are added."],[-8.0,"That uses the output of the node. Look at its rule: the local derivative differs."],[2.0,"That uses the input value. Look at the rule of the node: what is its local derivative?"],[-2.0,"That is its value. The gradient says how fast it changes the output, not how large it is."]]}','1',0,1,'2026-11-30 00:54:44.216568');
INSERT INTO "practice_exercises" VALUES(3,1,2,'a = 2
b = 4
u = min(a, b)
u * a','a','{"type":"number","value":4.0,"mistakes":[[2.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[2.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[4.0,"Multiply local derivatives along one path; add the products of all paths."],[-4.0,"The size is right, the sign is not. Follow the signs through the product."],[3.0,"That is only the local derivative. Multiply it by the upstream gradient."],[3.0,"That is the upstream gradient. Only addition passes it on unchanged; here a local derivative scales it."],[6.0,"The chain rule multiplies upstream gradient and local derivative. Only contributions of several paths are added."],[8.0,"That uses the output of the node. Look at its rule: the local derivative differs."],[6.0,"That uses the input value. Look at the rule of the node: what is its local derivative?"],[2.0,"That is its value. The gradient says how fast it changes the output, not how large it is."]]}',NULL,0,0,NULL);
INSERT INTO "practice_exercises" VALUES(4,1,1,'a = -4
b = 2
u = a * b
u * a','a','{"type":"number","value":-16.0,"mistakes":[[-8.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[-8.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[64.0,"Multiply local derivatives along one path; add the products of all paths."],[16.0,"The size is right, the sign is not. Follow the signs through the product."],[-6.0,"That is only the local derivative. Multiply it by the upstream gradient."],[-3.0,"That is the upstream gradient. Only addition passes it on unchanged; here a local derivative scales it."],[-9.0,"The chain rule multiplies upstream gradient and local derivative. Only contributions of several paths are added."],[12.0,"Wrong factor: the gradient of one factor is scaled by the other one, not by itself."],[64.0,"That uses the product itself. Its local derivative is the other factor, an input."],[64.0,"That uses the output of the node. Look at its rule: the local derivative differs."],[12.0,"That uses the input value. Look at the rule of the node: what is its local derivative?"],[-4.0,"That is its value. The gradient says how fast it changes the output, not how large it is."]]}','1',0,1,'2026-11-30 00:54:44.840414');
INSERT INTO "practice_exercises" VALUES(4,1,2,'a = 4
u = abs(a)
u * a','a','{"type":"number","value":8.0,"mistakes":[[4.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[4.0,"That is the contribution of one path only. Contributions are added: none replaces another."],[16.0,"Multiply local derivatives along one path; add the products of all paths."],[-8.0,"The size is right, the sign is not. Follow the signs through the product."],[5.0,"That is only the local derivative. Multiply it by the upstream gradient."],[5.0,"That is the upstream gradient. Only addition passes it on unchanged; here a local derivative scales it."],[10.0,"The chain rule multiplies upstream gradient and local derivative. Only contributions of several paths are added."],[32.0,"That uses the output of the node. Look at its rule: the local derivative differs."],[20.0,"That uses the input value. Look at the rule of the node: what is its local derivative?"],[4.0,"That is its value. The gradient says how fast it changes the output, not how large it is."]]}',NULL,0,0,NULL);
CREATE TABLE practice_sets (
	practice INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	room VARCHAR(6) NOT NULL, 
	count INTEGER NOT NULL, 
	level INTEGER NOT NULL, 
	seed VARCHAR(16) NOT NULL, 
	ended BOOLEAN NOT NULL, 
	begun DATETIME NOT NULL, 
	FOREIGN KEY(room) REFERENCES rooms (code) ON DELETE CASCADE
);
INSERT INTO "practice_sets" VALUES(1,'D222RN',2,3,'usmpuikjzddc',0,'2026-11-30 00:54:38.936569');
INSERT INTO "practice_sets" VALUES(2,'PXG4PN',2,3,'dpkdhgtaelaq',0,'2026-11-30 00:54:43.454898');
INSERT INTO "practice_sets" VALUES(3,'Q9ZB87',2,3,'abvbhdcaqtrv',0,'2026-11-30 00:54:43.976798');
INSERT INTO "practice_sets" VALUES(4,'SJGDRB',2,3,'tmildjkaegwp',0,'2026-11-30 00:54:44.564755');
CREATE TABLE probes (
	number INTEGER NOT NULL, 
	content BLOB NOT NULL, 
	PRIMARY KEY (number)
);
CREATE TABLE room_guests (
	room VARCHAR(6) NOT NULL, 
	guest INTEGER NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	nickname VARCHAR(64) NOT NULL, 
	"view" JSON, 
	removed BOOLEAN NOT NULL, lost BOOLEAN DEFAULT 0 NOT NULL, 
	PRIMARY KEY (room, guest), 
	FOREIGN KEY(room) REFERENCES rooms (code) ON DELETE CASCADE
);
INSERT INTO "room_guests" VALUES('D222RN',1,'c9a467115cdbc3b3604b4e89bc1b0e6053869e8cf8738a887bdd611392f1f71b','Ada',NULL,0,0);
INSERT INTO "room_guests" VALUES('D222RN',2,'801fead4b6be85acae42079935ac827b62cc22da4f9195066a49a4719afde8ec','Ben',NULL,0,0);
INSERT INTO "room_guests" VALUES('PXG4PN',1,'77f18b4bb1dad2ebd5f79ee0a2c1f2e53e0f15d1d11b7b9915eea82667f6fe8e','Ada',NULL,0,0);
INSERT INTO "room_guests" VALUES('PXG4PN',2,'d44c967fafb6a321736d1e45854867c94fb3f52492a287ab6f215f342946e351','Ben',NULL,0,0);
INSERT INTO "room_guests" VALUES('Q9ZB87',1,'a9dae0a888b2ea63c64c710a1e9c384a6ba0caa6dfb82b70a5083d623ce47325','Ada',NULL,0,0);
INSERT INTO "room_guests" VALUES('Q9ZB87',2,'9cca873854c7a45254c4dd75a3e656c84f440905253d420410c6ea476eecc077','Ben',NULL,0,0);
INSERT INTO "room_guests" VALUES('SJGDRB',1,'eaed19d98ebdaeea80575cbdc1de18818875181bc3d780a6621bf0aefb872ea5','Ada',NULL,0,0);
INSERT INTO "room_guests" VALUES('SJGDRB',2,'efb75f41b6946548598cbf3e231cdf5faf2f5310edf6466f0aa9f941e72d9f0a','Ben',NULL,0,0);
CREATE TABLE room_lessons (
	room VARCHAR(6) NOT NULL, 
	text TEXT NOT NULL, 
	title VARCHAR(200) NOT NULL, 
	pages INTEGER NOT NULL, 
	state JSON NOT NULL, 
	begun DATETIME NOT NULL, 
	PRIMARY KEY (room), 
	FOREIGN KEY(room) REFERENCES rooms (code) ON DELETE CASCADE
);
INSERT INTO "room_lessons" VALUES('D222RN','---
title: Slopes
summary: One product.
language: en
minutes: 5
level: 1
---

## One

```backpass caption="A product."
a = 2
b = 5
L = a*b
```

```question kind=number of=grad(a) predict
What is the gradient of `a`?

- `a`
  - That is its value.
```

Behind the gate.

```notes
For the teacher.
```

## Two

```question kind=choice
Which?

- [ ] the left one
- [x] the right one
  - Because.
```
','Slopes',2,'{"mode": "together", "page": 1, "first": 1, "last": 2, "furthest": 1, "revealed": {}}','2026-11-30 00:54:42.719048');
INSERT INTO "room_lessons" VALUES('SJGDRB','---
title: Slopes
summary: One product.
language: en
minutes: 5
level: 1
---

## One

```backpass caption="A product."
a = 2
b = 5
L = a*b
```

```question kind=number of=grad(a) predict
What is the gradient of `a`?

- `a`
  - That is its value.
```

Behind the gate.

```notes
For the teacher.
```

## Two

```question kind=choice
Which?

- [ ] the left one
- [x] the right one
  - Because.
```
','Slopes',2,'{"mode": "together", "page": 1, "first": 1, "last": 2, "furthest": 1, "revealed": {}}','2026-11-30 00:54:44.904723');
CREATE TABLE room_remotes (
	room VARCHAR(6) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	made DATETIME NOT NULL, 
	PRIMARY KEY (room, token_hash), 
	FOREIGN KEY(room) REFERENCES rooms (code) ON DELETE CASCADE
);
INSERT INTO "room_remotes" VALUES('D222RN','6c400c91e845a695567f56ed944715e58c716e4c1e14caf11048c6c7381157ad','2026-11-30 00:54:38.776032');
INSERT INTO "room_remotes" VALUES('PXG4PN','37c04b4eacd6b545ea71c8503da33ca9d8ebe504d4c244dc640f327cbbb82e62','2026-11-30 00:54:43.019986');
INSERT INTO "room_remotes" VALUES('Q9ZB87','9971e96804c463f4f274753b2054b6c2c2c355986f0251d49793200132e4849e','2026-11-30 00:54:43.699224');
INSERT INTO "room_remotes" VALUES('SJGDRB','1a0480286c82045554d89f6ee53b66128c715bcac47c0ac4e9cf9d478ec5bdd7','2026-11-30 00:54:44.300087');
CREATE TABLE rooms (
	code VARCHAR(6) NOT NULL, 
	host_hash VARCHAR(64) NOT NULL, 
	epoch VARCHAR(32) NOT NULL, 
	revision INTEGER NOT NULL, 
	title VARCHAR(200) NOT NULL, 
	named BOOLEAN NOT NULL, 
	locked BOOLEAN NOT NULL, 
	paused BOOLEAN NOT NULL, 
	mode VARCHAR(16) NOT NULL, 
	"view" JSON NOT NULL, 
	featured JSON, 
	tab VARCHAR(64), 
	guests INTEGER NOT NULL, 
	expires DATETIME NOT NULL, 
	PRIMARY KEY (code)
);
INSERT INTO "rooms" VALUES('D222RN','d53fd84b1d9ddd913118a45a734377c644e248d62573ce35ac630b9f72b39b02','jtmiwppqefafxokiwj',3,'open',1,0,0,'follow','{"program": "a=2\nb=3\nL=a*b+a", "inputs": {}, "position": 0}',NULL,NULL,2,'2999-01-01 00:00:00.000000');
INSERT INTO "rooms" VALUES('PXG4PN','a9bc426a83d5784340e51fcefee9e1db607e542d7448726635d262157c034d1f','orrgohgchzlqqykhii',3,'discuss',1,0,0,'follow','{"program": "a=2\nb=3\nL=a*b+a", "inputs": {}, "position": 0}',NULL,NULL,2,'2999-01-01 00:00:00.000000');
INSERT INTO "rooms" VALUES('Q9ZB87','a5478b4618fbffafca0866df511525fcef4a593c098508d53742c81b1ce102e4','zmvktzheqnjaklkwpt',4,'revealed',1,0,0,'follow','{"program": "a=2\nb=3\nL=a*b+a", "inputs": {}, "position": 0}',NULL,NULL,2,'2999-01-01 00:00:00.000000');
INSERT INTO "rooms" VALUES('SJGDRB','3986f17c61981cf9f094c57d46fcf308d27a27f7666d8cff9555216caed273e6','iduuwhlgoiiuypcqlz',5,'over',1,0,0,'follow','{"program": "a=2\nb=3\nL=a*b+a", "inputs": {}, "position": 0}',NULL,NULL,2,'2999-01-01 00:00:00.000000');
CREATE TABLE shares (
	code VARCHAR(32) NOT NULL, 
	state TEXT NOT NULL, 
	expires DATETIME, 
	PRIMARY KEY (code)
);
INSERT INTO "shares" VALUES('p5jejuda61UZxSZi','v=1','2027-11-30 00:54:38.493877');
CREATE INDEX ix_shares_expires ON shares (expires);
CREATE INDEX ix_rooms_expires ON rooms (expires);
CREATE INDEX ix_room_guests_token_hash ON room_guests (token_hash);
CREATE INDEX ix_polls_room ON polls (room);
CREATE INDEX ix_practice_sets_room ON practice_sets (room);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('polls',4);
INSERT INTO "sqlite_sequence" VALUES('practice_sets',4);
COMMIT;
